import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RolePermissions } from './entities/role-permissions.entity';
import { RolesController } from './roles.controller';
import { RolesService } from './roles.service';

/** Roles and their permissions. `common/actor/permissions.ts` defines the permissions and their default roles. */
@Module({
  imports: [TypeOrmModule.forFeature([RolePermissions])],
  controllers: [RolesController],
  providers: [RolesService],
  exports: [RolesService],
})
export class RolesModule {}
