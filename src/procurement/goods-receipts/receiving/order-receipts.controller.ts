import { Get, Post } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { decimal, ZERO } from '../../../common/money';
import type { Language } from '../../../messages';
import { toWarningsResponse } from '../../../common/warnings';
import type { Page } from '../../../common/lists/page';
import type { ExternalInput } from '../../../common/records/external';
import type { OrderId } from '../../../common/records/ids';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  type Form,
  PathId,
  Query,
  Requires,
} from '../../../platform/http';
import { ORDER_STATUS_ALIASES } from '../../purchase-orders';
import type { Delivery } from '../domain/over-receipt';
import { GoodsReceiptsService } from '../goods-receipts.service';
import {
  PostedReceiptResponse,
  PostedReceiptResponseB,
  ReceiptSummaryResponse,
  toReceiptResponse,
  toReceiptResponseB,
  toReceiptSummaryResponse,
} from '../http/answers';
import { RECEIPT_EXAMPLES } from '../http/examples';
import { OrderReceiptsQuery, PostReceiptDto } from '../http/requests';
import { GoodsReceiptsQueries } from '../queries/goods-receipts.queries';

const IN_FORM = { a: toReceiptResponse, b: toReceiptResponseB };

@BothForms('purchase-orders/:id/goods-receipts', 'Goods receipts', ORDER_STATUS_ALIASES)
export class OrderReceiptsController {
  constructor(
    private readonly receipts: GoodsReceiptsService,
    private readonly queries: GoodsReceiptsQueries,
  ) {}

  @Post()
  @Examples(RECEIPT_EXAMPLES.post)
  @Requires('write', 'receipts.write')
  @Answers(
    { a: PostedReceiptResponse, b: PostedReceiptResponseB },
    {
      summary: 'Post a goods receipt',
      description:
        'Posts a delivery for an approved or completed order that is not closed, and matches its open invoices again. If the order already has a receipt with this delivery note number, the response contains the warning DUPLICATE_SUSPECTED.',
      status: 201,
      codes: ['INVALID_STATUS', 'OVER_RECEIPT'],
    },
  )
  async post(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body() body: PostReceiptDto,
    @CurrentLanguage() language: Language,
    @CurrentForm() form: Form,
  ): Promise<PostedReceiptResponse | PostedReceiptResponseB> {
    const { receipt, warnings } = await this.receipts.post(actor, id, delivery(body));
    return { ...IN_FORM[form](receipt), ...toWarningsResponse(warnings, language) };
  }

  @Get()
  @Requires('read')
  @AnswersPage(ReceiptSummaryResponse, { summary: 'List goods receipts of an order' })
  async list(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Query() query: OrderReceiptsQuery,
  ): Promise<Page<ReceiptSummaryResponse>> {
    const page = await this.queries.listOfOrder(actor.tenantId, id, query.toFilter(), query.toPageRequest());
    return page.map(toReceiptSummaryResponse);
  }
}

function delivery(body: PostReceiptDto): Delivery & ExternalInput {
  const { receivedAt, deliveryNoteNumber = null, notes = null, ...external } = body.toInput();
  return {
    ...external,
    ...(receivedAt !== undefined && { receivedAt: new Date(receivedAt) }),
    deliveryNoteNumber,
    notes,
    lines: body.lines.map((line) => ({
      orderLineId: line.item_id,
      received: decimal(line.quantity_received),
      rejected: line.quantity_rejected === undefined ? ZERO : decimal(line.quantity_rejected),
      rejectionReason: line.rejection_reason ?? null,
    })),
  };
}
