import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Language } from '../../../messages';
import type { Page } from '../../../common/lists/page';
import type { OrderId } from '../../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  Examples,
  PathId,
  Query,
  Requires,
} from '../../../platform/http';
import { ORDER_STATUS_ALIASES } from '../http/aliases';
import { AMENDMENT_EXAMPLES } from '../http/examples';
import { ApproveOrderDto, RejectOrderDto, WithdrawDto } from '../http/requests';
import { AmendmentsQueries } from './amendments.queries';
import { AmendmentsService } from './amendments.service';
import { AmendmentResponse, VersionResponse } from './answers';
import { toAmendmentResponse, toVersionResponse } from './present';
import { AmendmentDto, AmendmentListQuery, CancelAmendmentDto, VersionListQuery } from './requests';

@BothForms('purchase-orders/:id', 'Purchase orders', ORDER_STATUS_ALIASES)
export class AmendmentsController {
  constructor(
    private readonly amendments: AmendmentsService,
    private readonly queries: AmendmentsQueries,
  ) {}

  @Get('amendments')
  @Examples(AMENDMENT_EXAMPLES.list)
  @Requires('read')
  @AnswersPage(AmendmentResponse, { summary: 'List the amendments of a purchase order' })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Query() query: AmendmentListQuery,
    @CurrentLanguage() language: Language,
  ): Promise<Page<AmendmentResponse>> {
    const page = await this.queries.list(actor.tenantId, id, query.toFilter(), query.toPageRequest());
    return page.map((amendment) => toAmendmentResponse({ amendment }, language));
  }

  @Post('amendments')
  @Examples(AMENDMENT_EXAMPLES.request)
  @Requires('write', 'orders.write')
  @Answers(AmendmentResponse, {
    summary: 'Request an amendment of an approved order',
    description:
      'A lower quantity or unit price of an existing line, a later or first delivery date, and notes apply at once. Every other change goes through the approval workflow, even if the total falls; the vendor must be active. The budget is checked if the commitment rises.',
    status: 201,
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED'],
  })
  async request(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: AmendmentDto,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    return toAmendmentResponse(await this.amendments.request(actor, id, body.toRequest()), language);
  }

  @Get('amendments/:amendment_id')
  @Examples(AMENDMENT_EXAMPLES.get)
  @Requires('read')
  @Answers(AmendmentResponse, { summary: 'Get an amendment' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('amendment_id') amendmentId: number,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    const amendment = await this.queries.get(actor.tenantId, id, amendmentId);
    return toAmendmentResponse({ amendment }, language);
  }

  @Post('amendments/:amendment_id/approve')
  @Examples(AMENDMENT_EXAMPLES.approve)
  @Requires('approve', 'none')
  @Answers(AmendmentResponse, {
    summary: 'Approve the current step of an amendment',
    codes: [
      'NOT_CURRENT_APPROVER',
      'SELF_APPROVAL_FORBIDDEN',
      'INVALID_STATUS',
      'VENDOR_BLOCKED',
      'BUDGET_FROZEN',
      'BUDGET_CLOSED',
      'BUDGET_EXCEEDED',
    ],
  })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('amendment_id') amendmentId: number,
    @Body() body: ApproveOrderDto,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    return toAmendmentResponse(await this.amendments.approve(actor, id, amendmentId, body.toRequest()), language);
  }

  @Post('amendments/:amendment_id/reject')
  @Examples(AMENDMENT_EXAMPLES.reject)
  @Requires('approve', 'none')
  @Answers(AmendmentResponse, {
    summary: 'Reject an amendment',
    codes: ['NOT_CURRENT_APPROVER', 'SELF_APPROVAL_FORBIDDEN', 'INVALID_STATUS'],
  })
  async reject(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('amendment_id') amendmentId: number,
    @Body() body: RejectOrderDto,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    return toAmendmentResponse(await this.amendments.reject(actor, id, amendmentId, body.toRequest()), language);
  }

  @Post('amendments/:amendment_id/cancel')
  @Examples(AMENDMENT_EXAMPLES.cancel)
  @Requires('write', 'orders.write')
  @Answers(AmendmentResponse, { summary: 'Cancel a pending amendment', codes: ['INVALID_STATUS'] })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('amendment_id') amendmentId: number,
    @Body() { reason }: CancelAmendmentDto,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    return toAmendmentResponse(await this.amendments.cancel(actor, id, amendmentId, reason ?? null), language);
  }

  @Post('amendments/:amendment_id/withdraw')
  @Examples(AMENDMENT_EXAMPLES.withdraw)
  @Requires('write', 'orders.write')
  @Answers(AmendmentResponse, {
    summary: 'Withdraw a pending amendment',
    description:
      'Only the requester or an admin may withdraw it. The amendment becomes cancelled; request a new one if you still need a change.',
    codes: ['INVALID_STATUS'],
  })
  async withdraw(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('amendment_id') amendmentId: number,
    @Body() { reason }: WithdrawDto,
    @CurrentLanguage() language: Language,
  ): Promise<AmendmentResponse> {
    return toAmendmentResponse(await this.amendments.withdraw(actor, id, amendmentId, reason ?? null), language);
  }

  @Get('versions')
  @Examples(AMENDMENT_EXAMPLES.versions)
  @Requires('read')
  @AnswersPage(VersionResponse, { summary: 'List the versions of a purchase order' })
  async versions(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Query() query: VersionListQuery,
  ): Promise<Page<VersionResponse>> {
    return (await this.queries.versions(actor.tenantId, id, query.toPageRequest())).map(toVersionResponse);
  }
}
