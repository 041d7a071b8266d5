import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RolePermissions } from './entities/role-permissions.entity';
import { RolesController } from './roles.controller';
import { RolesService } from './roles.service';

/** Roles and their permissions. Which permissions there are, and who has them at first, is in `common/actor/permissions.ts`. */
@Module({
  imports: [TypeOrmModule.forFeature([RolePermissions])],
  controllers: [RolesController],
  providers: [RolesService],
  exports: [RolesService],
})
export class RolesModule {}
