import { Delete, Get, Post, Put, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../common/messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { OrderId, OrderItemId, VendorId } from '../../common/records/ids';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  Body,
  csvFile,
  CurrentActor,
  CurrentLanguage,
  Examples,
  FormA,
  IfMatches,
  mapped,
  PathId,
  PrefersCsv,
  Query,
  Requires,
} from '../../platform/http';
import { ORDER_EXAMPLES } from './http/examples';
import { ChangedItemOut, CreatedOrderOut, OrderOut, OrderSummaryOut } from './http/form-a/answers';
import { presentChangedItem, presentCreated, presentOrder, presentSummary } from './http/form-a/present';
import {
  CreateOrderIn,
  ItemIn,
  ItemUpdateIn,
  OrderFileQuery,
  OrderListQuery,
  UpdateOrderIn,
} from './http/form-a/requests';
import { CSV_COLUMNS, csvRow } from './http/present';
import { lineChange } from './http/requests';
import { PurchaseOrdersService } from './purchase-orders.service';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

/** Purchase orders in Form A. */
@FormA('purchase-orders', 'Purchase orders')
export class PurchaseOrdersController {
  constructor(
    private readonly orders: PurchaseOrdersService,
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
    @Query() query: OrderFileQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<Page<OrderSummaryOut> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toOrderPage()];
    if (!csv) return (await this.queries.list(tenantId, filter, request)).map(presentSummary);
    const rows = mapped(this.queries.all(tenantId, filter, request), (order) => csvRow(presentSummary(order)));
    return csvFile('purchase-orders.csv', CSV_COLUMNS.a, rows, query);
  }

  @Post()
  @Examples(ORDER_EXAMPLES.create)
  @Requires('write', 'orders.write')
  @Answers(CreatedOrderOut, {
    summary: 'Create a draft',
    message: 'purchase_order.created',
    status: 201,
    codes: ['VENDOR_BLOCKED'],
  })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateOrderIn): Promise<CreatedOrderOut> {
    return presentCreated(await this.orders.create(actor, body.toInput()));
  }

  @Get(':id')
  @Requires('read')
  @Answers(OrderOut, { summary: 'Get a purchase order' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOut> {
    return presentOrder(await this.queries.get(actor.tenantId, id), language);
  }

  @Put(':id')
  @Examples(ORDER_EXAMPLES.update)
  @Requires('write', 'orders.write')
  @Answers(OrderOut, {
    summary: 'Change a draft',
    description: 'An item with an id changes that item, one without an id is added; items not mentioned stay.',
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: UpdateOrderIn,
    @CurrentLanguage() language: Language,
  ): Promise<OrderOut> {
    return presentOrder(await this.orders.update(actor, id, body.toInput(), ifMatch), language);
  }
}

/** Lines of a draft in Form A. */
@FormA('purchase-orders/:id/items', 'Purchase orders')
export class PurchaseOrderItemsController {
  constructor(private readonly orders: PurchaseOrdersService) {}

  @Post()
  @Examples(ORDER_EXAMPLES.addItem)
  @Requires('write', 'orders.write')
  @Answers(ChangedItemOut, { summary: 'Add a line to a draft', status: 201, codes: ['INVALID_STATUS'] })
  async add(@CurrentActor() actor: Actor, @PathId() id: OrderId, @Body() body: ItemIn): Promise<ChangedItemOut> {
    return presentChangedItem(await this.orders.addItem(actor, id, lineChange(body)));
  }

  @Put(':item_id')
  @Examples(ORDER_EXAMPLES.updateItem)
  @Requires('write', 'orders.write')
  @Answers(ChangedItemOut, { summary: 'Change a line of a draft', codes: ['INVALID_STATUS'] })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @IfMatches() ifMatch: IfMatch,
    @Body() body: ItemUpdateIn,
  ): Promise<ChangedItemOut> {
    return presentChangedItem(await this.orders.updateItem(actor, id, itemId, lineChange(body), ifMatch));
  }

  @Delete(':item_id')
  @Examples(ORDER_EXAMPLES.removeItem)
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

/** A vendor's orders in Form A. */
@FormA('vendors/:id/purchase-orders', 'Vendors')
export class VendorOrdersController {
  constructor(private readonly queries: PurchaseOrdersQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(OrderSummaryOut, { summary: "List a vendor's purchase orders" })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: VendorId,
    @Query() query: OrderListQuery,
  ): Promise<Page<OrderSummaryOut>> {
    return (await this.queries.listOfVendor(tenantId, id, query.toFilter(), query.toOrderPage())).map(presentSummary);
  }
}
