import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import { Answers, BothForms, CurrentActor, CurrentLanguage, PathId, Requires } from '../../platform/http';
import { toTrailResponse, TrailResponse } from './answers';
import { TrailsQueries } from './trails.queries';

@BothForms('purchase-orders', 'Purchase orders')
export class OrderTrailController {
  constructor(private readonly trails: TrailsQueries) {}

  @Get(':id/trail')
  @Requires('read', 'audit.read')
  @Answers(TrailResponse, {
    summary: 'Get the trail of an order',
    description:
      'All actions with actor, token and time: changes, approval decisions, amendments, receipts, returns, invoices with their match, overrides, budget movements, payments, credit notes and webhooks.',
  })
  async trail(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<TrailResponse> {
    return toTrailResponse(await this.trails.of(tenantId, 'purchase_order', id), language);
  }
}

@BothForms('invoices', 'Invoices')
export class InvoiceTrailController {
  constructor(private readonly trails: TrailsQueries) {}

  @Get(':id/trail')
  @Requires('read', 'audit.read')
  @Answers(TrailResponse, {
    summary: 'Get the trail of an invoice',
    description:
      'All actions from the creation of the invoice to its payment, including those on its order and the ' +
      'receipts at its approval, with actor, token and time.',
  })
  async trail(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<TrailResponse> {
    return toTrailResponse(await this.trails.of(tenantId, 'invoice', id), language);
  }
}
