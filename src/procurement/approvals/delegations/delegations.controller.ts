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
  PathId,
  Query,
  Requires,
} from '../../../platform/http';
import { DelegationOut, presentDelegation } from './answers';
import { DelegationsService } from './delegations.service';
import { DELEGATION_EXAMPLES } from './examples';
import { DelegationIn, DelegationListQuery } from './requests';

@BothForms('users/:id/delegations', 'Users')
export class DelegationsController {
  constructor(private readonly delegations: DelegationsService) {}

  @Get()
  @Examples(DELEGATION_EXAMPLES.list)
  @Requires('read')
  @AnswersPage(DelegationOut, { summary: 'List what a user has delegated' })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Query() query: DelegationListQuery,
  ): Promise<Page<DelegationOut>> {
    return (await this.delegations.list(actor.tenantId, id, query.toPageRequest())).map(presentDelegation);
  }

  @Post()
  @Examples(DELEGATION_EXAMPLES.create)
  @Requires('write', 'none')
  @Answers(DelegationOut, {
    summary: "Delegate a user's approvals for some days",
    description:
      "Users delegate their own; another's needs `admin`. A delegate cannot delegate further. Users of the roles viewer and auditor cannot be delegates; a delegate who gets such a role later decides nothing.",
    status: 201,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathId() id: UserId,
    @Body() { delegate_id, from, to }: DelegationIn,
  ): Promise<DelegationOut> {
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
