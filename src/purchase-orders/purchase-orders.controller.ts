import { Body, Delete, Get, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../common/actor';
import type { Language } from '../common/messages';
import type { Page } from '../common/page';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  csvFile,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormA,
  type IfMatch,
  IfMatches,
  mapped,
  PathId,
  PrefersCsv,
  Requires,
  WithMessage,
} from '../http';
import { ORDER_EXAMPLES } from './http/examples';
import { CreatedOrderOut, OrderOut, OrderSummaryOut } from './http/form-a/answers';
import { CSV_COLUMNS, presentCsvRow } from './http/form-a/csv';
import { OrderListQuery } from './http/form-a/list-query';
import { presentCreated, presentOrder, presentSummary } from './http/form-a/present';
import { CreateOrderIn, UpdateOrderIn } from './http/form-a/requests';
import { OrderCreationService } from './order-creation.service';
import { OrderDraftsService } from './order-drafts.service';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

/** Purchase orders in Form A. */
@FormA('purchase-orders', 'Purchase orders')
export class PurchaseOrdersController {
  constructor(
    private readonly creation: OrderCreationService,
    private readonly drafts: OrderDraftsService,
    private readonly queries: PurchaseOrdersQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOut, {
    summary: 'List purchase orders',
    description: 'As CSV it is the whole list: page and per_page do not cut it.',
    csv: true,
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: OrderListQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<Page<OrderSummaryOut> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toOrderPage()];
    if (!csv) return (await this.queries.list(tenantId, filter, request)).map(presentSummary);
    const rows = mapped(this.queries.all(tenantId, filter, request), presentCsvRow);
    return csvFile('purchase-orders.csv', CSV_COLUMNS, rows);
  }

  @Post()
  @Examples(ORDER_EXAMPLES.create)
  @Requires('write')
  @Answers(CreatedOrderOut, { summary: 'Create a draft', status: 201, codes: ['VENDOR_BLOCKED'] })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateOrderIn): Promise<WithMessage<CreatedOrderOut>> {
    return new WithMessage(presentCreated(await this.creation.create(actor, body.toInput())), 'purchase_order.created');
  }

  @Get(':id')
  @Requires('read')
  @Answers(OrderOut, { summary: 'Get a purchase order' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOut> {
    return presentOrder(await this.queries.get(actor.tenantId, id), language);
  }

  @Put(':id')
  @Examples(ORDER_EXAMPLES.update)
  @Requires('write')
  @Answers(OrderOut, {
    summary: 'Change a draft',
    description: 'An item with an id changes that item, one without an id is added; items not mentioned stay.',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: number,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: UpdateOrderIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOut> {
    return presentOrder(await this.drafts.update(actor, id, body.toInput(), ifMatch), language);
  }

  @Delete(':id')
  @Examples(ORDER_EXAMPLES.delete)
  @Requires('delete')
  @AnswersNothing({ summary: 'Delete a draft that was never submitted', codes: ['INVALID_STATUS'] })
  async delete(@CurrentActor() actor: Actor, @PathId() id: number, @IfMatches() ifMatch: IfMatch): Promise<void> {
    await this.drafts.delete(actor, id, ifMatch);
  }
}
