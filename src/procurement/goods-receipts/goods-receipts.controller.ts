import { Get, Post, Put } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import { decimal } from '../../common/money';
import type { IfMatch } from '../../common/records/versions';
import type { Page } from '../../common/lists/page';
import {
  Answers,
  AnswersPage,
  Body,
  BothForms,
  CurrentActor,
  CurrentForm,
  Examples,
  ExternalDto,
  externalOf,
  type Form,
  IfMatches,
  PathId,
  Query,
  Requires,
  versioned,
} from '../../platform/http';
import { GoodsReceiptsService } from './goods-receipts.service';
import {
  ReceiptResponse,
  ReceiptResponseB,
  ReceiptSummaryResponse,
  ReturnResponse,
  toNewReturnResponse,
  toReceiptResponse,
  toReceiptResponseB,
  toReceiptSummaryResponse,
} from './http/answers';
import { RECEIPT_EXAMPLES } from './http/examples';
import { CancelReceiptDto, ReceiptsQuery, ReturnDto } from './http/requests';
import { ReceiptExternalIdsService } from './receipt-external-ids.service';
import { GoodsReceiptsQueries } from './queries/goods-receipts.queries';

const RECEIPT = { a: ReceiptResponse, b: ReceiptResponseB };
const IN_FORM = { a: toReceiptResponse, b: toReceiptResponseB };

@BothForms('goods-receipts', 'Goods receipts')
export class GoodsReceiptsController {
  constructor(
    private readonly receipts: GoodsReceiptsService,
    private readonly externalIds: ReceiptExternalIdsService,
    private readonly queries: GoodsReceiptsQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(ReceiptSummaryResponse, { summary: 'List goods receipts' })
  async list(@CurrentActor() actor: Actor, @Query() query: ReceiptsQuery): Promise<Page<ReceiptSummaryResponse>> {
    const page = await this.queries.list(actor.tenantId, query.toFilter(), query.toPageRequest());
    return page.map(toReceiptSummaryResponse);
  }

  @Get(':id')
  @Requires('read')
  @Answers(RECEIPT, { summary: 'Get a goods receipt' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @CurrentForm() form: Form,
  ): Promise<ReceiptResponse | ReceiptResponseB> {
    const row = await this.queries.get(actor.tenantId, id);
    return versioned(IN_FORM[form](row), row.version);
  }

  @Put(':id/external-id')
  @Examples(RECEIPT_EXAMPLES.externalId)
  @Requires('write', 'receipts.write')
  @Answers(RECEIPT, {
    summary: 'Set the external id of a goods receipt',
    description:
      'Allowed in every status, because the posted content does not change. Missing fields do not change. Returns the receipt with an incremented version.',
    codes: ['PRECONDITION_FAILED'],
  })
  async setExternalId(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: ExternalDto,
    @IfMatches() ifMatch: IfMatch,
    @CurrentForm() form: Form,
  ): Promise<ReceiptResponse | ReceiptResponseB> {
    const row = await this.externalIds.set(actor, id, externalOf(body), ifMatch);
    return versioned(IN_FORM[form](row), row.version);
  }

  @Post(':id/cancel')
  @Examples(RECEIPT_EXAMPLES.cancel)
  @Requires('write', 'receipts.write')
  @Answers(RECEIPT, {
    summary: 'Cancel a goods receipt',
    description:
      'A posted receipt cannot be edited. Cancel a wrong receipt and post a new one. Rejected with RECEIPT_INVOICED if approved invoices bill the received goods.',
    codes: ['INVALID_STATUS', 'RECEIPT_INVOICED'],
  })
  async cancel(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @Body() body: CancelReceiptDto,
    @CurrentForm() form: Form,
  ): Promise<ReceiptResponse | ReceiptResponseB> {
    return IN_FORM[form](await this.receipts.cancel(actor, id, body.reason));
  }

  @Post(':id/returns')
  @Examples(RECEIPT_EXAMPLES.sendBack)
  @Requires('write', 'receipts.write')
  @Answers(ReturnResponse, {
    summary: 'Return goods to the vendor',
    status: 201,
    codes: ['INVALID_STATUS'],
  })
  async sendBack(@CurrentActor() actor: Actor, @PathId() id: number, @Body() body: ReturnDto): Promise<ReturnResponse> {
    const lines = body.lines.map((line) => ({ orderLineId: line.item_id, quantity: decimal(line.quantity) }));
    return toNewReturnResponse(await this.receipts.sendBack(actor, id, lines, body.reason));
  }
}
