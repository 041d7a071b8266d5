import { Delete, Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Page } from '../../../common/lists/page';
import type { UserId } from '../../../common/records/ids';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  Examples,
  Field,
  ListQuery,
  PathId,
  Query,
  Requires,
} from '../../../platform/http';
import { DelegationResponse, toDelegationResponse } from './answers';
import { DelegationsService } from './delegations.service';

class DelegationDto {
  @Field.id({ description: 'User that decides for the principal.' }) delegate_id: UserId;
  @Field.day({ description: 'First day, UTC, inclusive.' }) from: string;
  @Field.day({ description: 'Last day, UTC, inclusive. The delegation then ends automatically.' }) to: string;
}

class DelegationListQuery extends ListQuery({ sortable: ['from', 'to', 'created_at'] }) {}

/** Examples that work in the demo tenant: a department head delegates to a colleague. */
const DELEGATION_EXAMPLES = {
  list: { path: { id: 3 } },
  create: {
    path: { id: 3 },
    bodies: { 'Two weeks of leave': { delegate_id: 2, from: '2036-07-01', to: '2036-07-14' } },
    answer: { is_active: false },
  },
  revoke: { path: { id: 3 } },
};

@BothForms('users/:id/delegations', 'Users')
export class DelegationsController {
  constructor(private readonly delegations: DelegationsService) {}

  @Get()
  @Examples(DELEGATION_EXAMPLES.list)
  @Requires('read')
  @AnswersPage(DelegationResponse, { summary: 'List the delegations by a user' })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Query() query: DelegationListQuery,
  ): Promise<Page<DelegationResponse>> {
    return (await this.delegations.list(actor.tenantId, id, query.toPageRequest())).map(toDelegationResponse);
  }

  @Post()
  @Examples(DELEGATION_EXAMPLES.create)
  @Requires('write', 'none')
  @Answers(DelegationResponse, {
    summary: 'Delegate the approvals of a user',
    description:
      'Users delegate their own approvals; delegating those of another user needs `admin`. A delegate cannot delegate further. Users with the role viewer or auditor cannot be delegates. A delegate who later gets such a role cannot decide for others.',
    status: 201,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Body() { delegate_id, from, to }: DelegationDto,
  ): Promise<DelegationResponse> {
    return toDelegationResponse(await this.delegations.create(actor, id, { delegateId: delegate_id, from, to }));
  }

  @Delete(':delegation_id')
  @Examples(DELEGATION_EXAMPLES.revoke)
  @Requires('delete', 'none')
  @AnswersNothing({ summary: 'Revoke a delegation' })
  async revoke(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @PathId('delegation_id') delegationId: number,
  ): Promise<void> {
    await this.delegations.revoke(actor, id, delegationId);
  }
}
