import { Delete, Get, Post, Put, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../../../common/actor';
import type { Language } from '../../../../common/messages';
import type { Page } from '../../../../common/lists/page';
import type { IfMatch } from '../../../../common/records/versions';
import type { OrderId, OrderItemId, VendorId } from '../../../../common/records/ids';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  Body,
  csvFile,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormB,
  IfMatches,
  mapped,
  PathId,
  PrefersCsv,
  Query,
  Requires,
} from '../../../../platform/http';
import { ORDER_EXAMPLES_B } from '../examples';
import { ChangedLineOut, CreatedOrderOutB, OrderOutB, OrderSummaryOutB } from './answers';
import { ORDER_WORDS_B } from './words';
import { presentChangedLine, presentCreatedB, presentOrderB, presentSummaryB } from './present';
import { CreateOrderInB, LineIn, LineUpdateIn, OrderFileQueryB, OrderListQueryB, UpdateOrderInB } from './requests';
import { CSV_COLUMNS, csvRow } from '../present';
import { lineChange } from '../requests';
import { PurchaseOrdersService } from '../../purchase-orders.service';
import { PurchaseOrdersQueries } from '../../queries/purchase-orders.queries';

/** Purchase orders in Form B. */
@FormB('purchase-orders', 'Purchase orders', ORDER_WORDS_B)
export class PurchaseOrdersFormBController {
  constructor(
    private readonly orders: PurchaseOrdersService,
    private readonly queries: PurchaseOrdersQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOutB, {
    summary: 'List purchase orders',
    description: 'As CSV it is the whole list: page and per_page do not cut it.',
    csv: true,
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: OrderFileQueryB,
    @PrefersCsv() csv: boolean,
  ): Promise<Page<OrderSummaryOutB> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toOrderPage()];
    if (!csv) return (await this.queries.list(tenantId, filter, request)).map(presentSummaryB);
    const rows = mapped(this.queries.all(tenantId, filter, request), (order) => csvRow(presentSummaryB(order)));
    return csvFile('purchase-orders.csv', CSV_COLUMNS.b, rows, query);
  }

  @Post()
  @Examples(ORDER_EXAMPLES_B.create)
  @Requires('write', 'orders.write')
  @Answers(CreatedOrderOutB, {
    summary: 'Create a draft',
    message: 'purchase_order.created',
    status: 201,
    codes: ['VENDOR_BLOCKED'],
  })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateOrderInB): Promise<CreatedOrderOutB> {
    return presentCreatedB(await this.orders.create(actor, body.toInput()));
  }

  @Get(':id')
  @Requires('read')
  @Answers(OrderOutB, { summary: 'Get a purchase order' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.queries.get(actor.tenantId, id), language);
  }

  @Put(':id')
  @Examples(ORDER_EXAMPLES_B.update)
  @Requires('write', 'orders.write')
  @Answers(OrderOutB, {
    summary: 'Change a draft',
    description: 'A line with an id changes that line, one without an id is added; lines not mentioned stay.',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: UpdateOrderInB,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOutB> {
    return presentOrderB(await this.orders.update(actor, id, body.toInput(), ifMatch), language);
  }
}

/** Lines of a draft in Form B. */
@FormB('purchase-orders/:id/items', 'Purchase orders', ORDER_WORDS_B)
export class PurchaseOrderItemsFormBController {
  constructor(private readonly orders: PurchaseOrdersService) {}

  @Post()
  @Examples(ORDER_EXAMPLES_B.addItem)
  @Requires('write', 'orders.write')
  @Answers(ChangedLineOut, { summary: 'Add a line to a draft', status: 201, codes: ['INVALID_STATUS'] })
  async add(@CurrentActor() actor: Actor, @PathId() id: OrderId, @Body() body: LineIn): Promise<ChangedLineOut> {
    return presentChangedLine(await this.orders.addItem(actor, id, lineChange(body)));
  }

  @Put(':item_id')
  @Examples(ORDER_EXAMPLES_B.updateItem)
  @Requires('write', 'orders.write')
  @Answers(ChangedLineOut, { summary: 'Change a line of a draft', codes: ['INVALID_STATUS'] })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: LineUpdateIn,
  ): Promise<ChangedLineOut> {
    return presentChangedLine(await this.orders.updateItem(actor, id, itemId, lineChange(body), ifMatch));
  }

  @Delete(':item_id')
  @Examples(ORDER_EXAMPLES_B.removeItem)
  @Requires('delete', 'orders.write')
  @AnswersNothing({ summary: 'Remove a line of a draft, but never the last', codes: ['INVALID_STATUS'] })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await this.orders.removeItem(actor, id, itemId, ifMatch);
  }
}

/** A vendor's orders in Form B. */
@FormB('vendors/:id/purchase-orders', 'Vendors')
export class VendorOrdersFormBController {
  constructor(private readonly queries: PurchaseOrdersQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOutB, { summary: "List a vendor's purchase orders" })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: VendorId,
    @Query() query: OrderListQueryB,
  ): Promise<Page<OrderSummaryOutB>> {
    return (await this.queries.listOfVendor(tenantId, id, query.toFilter(), query.toOrderPage())).map(presentSummaryB);
  }
}
