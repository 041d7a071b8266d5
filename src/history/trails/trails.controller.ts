import { Get } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import { Answers, BothForms, CurrentActor, CurrentLanguage, PathId, Requires } from '../../platform/http';
import { presentTrail, TrailResponse } from './answers';
import { TrailsQueries } from './trails.queries';

/** Who approved this order, on what grounds, and what became of it. */
@BothForms('purchase-orders', 'Purchase orders')
export class OrderTrailController {
  constructor(private readonly trails: TrailsQueries) {}

  @Get(':id/trail')
  @Requires('read', 'audit.read')
  @Answers(TrailResponse, {
    summary: 'Tell everything that happened to an order',
    description:
      'Drafts with their changes, submits, decisions with comments and on whose behalf, amendments, receipts and returns, its invoices with the match ' +
      'that they were approved on, overrides, movements of budgets, payments, credit notes, and who was told: each with actor, token and time.',
  })
  async trail(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<TrailResponse> {
    return presentTrail(await this.trails.of(tenantId, 'purchase_order', id), language);
  }
}

/** Why this invoice was paid. */
@BothForms('invoices', 'Invoices')
export class InvoiceTrailController {
  constructor(private readonly trails: TrailsQueries) {}

  @Get(':id/trail')
  @Requires('read', 'audit.read')
  @Answers(TrailResponse, {
    summary: 'Tell everything that happened to an invoice',
    description:
      'The invoice from its entry to its payment, with the whole course of its order and the receipts that were there when it was approved: ' +
      'each with actor, token and time.',
  })
  async trail(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<TrailResponse> {
    return presentTrail(await this.trails.of(tenantId, 'invoice', id), language);
  }
}
