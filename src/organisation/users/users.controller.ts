import { Delete, Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { UserId } from '../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  IfMatches,
  PathId,
  Query,
  Requires,
} from '../../platform/http';
import { USER_EXAMPLES } from './http/examples';
import { toUserResponse, UserResponse } from './http/answers';
import { CreateUserDto, UpdateUserDto, UsersQuery } from './http/requests';
import { UsersQueries } from './users.queries';
import { UsersService } from './users.service';

@BothForms('users', 'Users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly queries: UsersQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(UserResponse, { summary: 'List users' })
  async list(@CurrentActor() actor: Actor, @Query() query: UsersQuery): Promise<Page<UserResponse>> {
    return (await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest())).map(toUserResponse);
  }

  @Get('me')
  @Requires('read')
  @Answers(UserResponse, { summary: 'Get the calling user' })
  async me(@CurrentActor() actor: Actor): Promise<UserResponse> {
    return toUserResponse(await this.queries.get(actor.tenantId, actor.userId as UserId));
  }

  @Post()
  @Examples(USER_EXAMPLES.create)
  @Requires('write', 'users.write')
  @Answers(UserResponse, {
    summary: 'Invite a user',
    message: 'users.invited',
    description: "Sends an invitation by mail in the tenant's language: a one-time link, valid for 7 days.",
    status: 201,
  })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateUserDto): Promise<UserResponse> {
    return toUserResponse(await this.users.create(actor, body.toInput()));
  }

  @Get(':id')
  @Requires('read')
  @Answers(UserResponse, { summary: 'Get a user' })
  async get(@CurrentActor() actor: Actor, @PathId() id: UserId): Promise<UserResponse> {
    return toUserResponse(await this.queries.get(actor.tenantId, id));
  }

  @Put(':id')
  @Examples(USER_EXAMPLES.update)
  @Requires('write', 'none')
  @Answers(UserResponse, {
    summary: 'Update a user',
    description:
      'Omitted fields do not change. Users may change their own name and phone. Everything else requires an ' +
      'admin token. A change of the e-mail address is notified to the old one by mail.',
    codes: ['PRECONDITION_FAILED', 'INVALID_STATUS'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Body() body: UpdateUserDto,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<UserResponse> {
    return toUserResponse(await this.users.update(actor, id, body.toInput(), ifMatch));
  }

  @Delete(':id')
  @Examples(USER_EXAMPLES.deactivate)
  @Requires('delete', 'users.write')
  @Answers(UserResponse, {
    summary: 'Deactivate a user',
    description:
      "Deactivating an admin requires an admin token. Revokes the user's tokens immediately and reassigns " +
      'open approval steps; the record remains. Idempotent. The last active admin cannot be deactivated.',
    codes: ['PRECONDITION_FAILED', 'INVALID_STATUS'],
  })
  async deactivate(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<UserResponse> {
    return toUserResponse(await this.users.deactivate(actor, id, ifMatch));
  }

  @Post(':id/activate')
  @Examples(USER_EXAMPLES.activate)
  @Requires('admin', 'none')
  @Answers(UserResponse, {
    summary: 'Activate a user',
    description:
      'Activates an invited user without the link, or a deactivated one. Revoked tokens stay revoked. An ' +
      'anonymised user cannot be activated.',
    codes: ['INVALID_STATUS'],
  })
  async activate(@CurrentActor() actor: Actor, @PathId() id: UserId): Promise<UserResponse> {
    return toUserResponse(await this.users.activate(actor, id));
  }

  @Post(':id/invite')
  @Examples(USER_EXAMPLES.invite)
  @Requires('write', 'users.write')
  @Answers(UserResponse, {
    summary: 'Send another invitation',
    description: 'Invalidates earlier links.',
    codes: ['INVALID_STATUS'],
  })
  async inviteAgain(@CurrentActor() actor: Actor, @PathId() id: UserId): Promise<UserResponse> {
    return toUserResponse(await this.users.inviteAgain(actor, id));
  }
}
