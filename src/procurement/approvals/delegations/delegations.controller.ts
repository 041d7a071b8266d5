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
import { DelegationResponse, presentDelegation } from './answers';
import { DelegationsService } from './delegations.service';

/** Whom to lend one's approvals to, and for which days. */
class DelegationDto {
  @Field.id({ description: 'Who may decide in their place.' }) delegate_id: UserId;
  @Field.day({ description: 'First day, UTC, inclusive.' }) from: string;
  @Field.day({ description: 'Last day, UTC, inclusive. It ends by itself.' }) to: string;
}

class DelegationListQuery extends ListQuery({ sortable: ['from', 'to', 'created_at'] }) {}

/** What to try delegations out with in the demo tenant: a department's head and whom they lend their approvals to. */
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
  @AnswersPage(DelegationResponse, { summary: 'List what a user has delegated' })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Query() query: DelegationListQuery,
  ): Promise<Page<DelegationResponse>> {
    return (await this.delegations.list(actor.tenantId, id, query.toPageRequest())).map(presentDelegation);
  }

  @Post()
  @Examples(DELEGATION_EXAMPLES.create)
  @Requires('write', 'none')
  @Answers(DelegationResponse, {
    summary: "Delegate a user's approvals for some days",
    description:
      "Users delegate their own; another's needs `admin`. A delegate cannot delegate further. Users of the roles viewer and auditor cannot be delegates; a delegate who gets such a role later decides nothing.",
    status: 201,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Body() { delegate_id, from, to }: DelegationDto,
  ): Promise<DelegationResponse> {
    return presentDelegation(await this.delegations.create(actor, id, { delegateId: delegate_id, from, to }));
  }

  @Delete(':delegation_id')
  @Examples(DELEGATION_EXAMPLES.revoke)
  @Requires('delete', 'none')
  @AnswersNothing({ summary: 'End a delegation now' })
  async revoke(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @PathId('delegation_id') delegationId: number,
  ): Promise<void> {
    await this.delegations.revoke(actor, id, delegationId);
  }
}
