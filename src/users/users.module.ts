import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Invitation } from './entities/invitation.entity';
import { User } from './entities/user.entity';
import { InvitationPageController } from './invitation-page.controller';
import { InvitationsController } from './invitations.controller';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { UserPorts } from './ports';
import { UsersController } from './users.controller';
import { UsersQueries } from './users.queries';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

/** People of the tenant: invited, active, deactivated. */
@Module({
  imports: [TypeOrmModule.forFeature([Invitation, User])],
  controllers: [UsersController, InvitationsController, InvitationPageController],
  providers: [UsersService, UsersQueries, UsersRepository, InvitationsService, InvitationsRepository, UserPorts],
  exports: [UserPorts],
})
export class UsersModule {}
