import { Module } from '@nestjs/common';
import { DepartmentsModule } from '../departments';
import { InvitationPageController } from './invitations/invitation-page.controller';
import { InvitationsController } from './invitations/invitations.controller';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { UserEvents } from './invitations/user-events';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Invitation } from './entities/invitation.entity';
import { User } from './entities/user.entity';
import { UserPorts } from './ports';
import { UsersController } from './users.controller';
import { UsersQueries } from './users.queries';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [TypeOrmModule.forFeature([Invitation, User]), DepartmentsModule],
  controllers: [UsersController, InvitationsController, InvitationPageController],
  providers: [
    UsersService,
    UsersQueries,
    UsersRepository,
    InvitationsService,
    InvitationsRepository,
    UserEvents,
    UserPorts,
  ],
  exports: [UsersQueries, UserPorts, UsersRepository, UsersService],
})
export class UsersModule {}
