import { Delete, Get, Post, Put, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import type { Page } from '../../common/lists/page';
import type { IfMatch } from '../../common/records/versions';
import type { OrderId, OrderItemId, VendorId } from '../../common/records/ids';
import {
  Answers,
  AnswersNothing,
  AnswersPage,
  Body,
  BothForms,
  csvFile,
  CurrentActor,
  CurrentForm,
  CurrentLanguage,
  Examples,
  type Form,
  IfMatches,
  mapped,
  type OfForm,
  PathId,
  PrefersCsv,
  Query,
  Requires,
} from '../../platform/http';
import { ORDER_EXAMPLES } from './http/examples';
import {
  ChangedItemResponse,
  ChangedLineResponse,
  CreatedOrderResponse,
  CreatedOrderResponseB,
  OrderSummaryResponse,
  OrderSummaryResponseB,
} from './http/answers';
import { CSV_COLUMNS, csvRow } from './http/csv';
import { OrderFileQuery, OrderFileQueryB, OrderListQuery, OrderListQueryB } from './http/list-queries';
import {
  ORDER_IN_FORM,
  ORDER_RESPONSE,
  toChangedItemResponse,
  toChangedLineResponse,
  toCreatedResponse,
  toCreatedResponseB,
  toSummaryResponse,
  toSummaryResponseB,
} from './http/present';
import {
  CreateOrderDto,
  CreateOrderDtoB,
  ItemDto,
  ItemUpdateDto,
  LineDto,
  LineUpdateDto,
  UpdateOrderDto,
  UpdateOrderDtoB,
} from './http/requests';
import { ORDER_ALIASES_B } from './http/aliases';
import { PurchaseOrdersService } from './purchase-orders.service';
import { PurchaseOrdersQueries } from './queries/purchase-orders.queries';

const QUERY = { a: OrderListQuery, b: OrderListQueryB };
const FILE_QUERY = { a: OrderFileQuery, b: OrderFileQueryB };
const CREATE = { a: CreateOrderDto, b: CreateOrderDtoB };
const UPDATE = { a: UpdateOrderDto, b: UpdateOrderDtoB };
const ITEM = { a: ItemDto, b: LineDto };
const ITEM_UPDATE = { a: ItemUpdateDto, b: LineUpdateDto };
const SUMMARY = { a: OrderSummaryResponse, b: OrderSummaryResponseB };
const CREATED = { a: CreatedOrderResponse, b: CreatedOrderResponseB };
const CHANGED_ITEM = { a: ChangedItemResponse, b: ChangedLineResponse };
const SUMMARY_IN_FORM = { a: toSummaryResponse, b: toSummaryResponseB };
const CREATED_IN_FORM = { a: toCreatedResponse, b: toCreatedResponseB };
const CHANGED_ITEM_IN_FORM = { a: toChangedItemResponse, b: toChangedLineResponse };

@BothForms('purchase-orders', 'Purchase orders', { b: ORDER_ALIASES_B })
export class PurchaseOrdersController {
  constructor(
    private readonly orders: PurchaseOrdersService,
    private readonly queries: PurchaseOrdersQueries,
  ) {}

  @Get()
  @Requires('read')
  @AnswersPage(SUMMARY, {
    summary: 'List purchase orders',
    description: 'A CSV response contains the whole list; page and per_page do not apply.',
    csv: true,
  })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @Query(FILE_QUERY) query: OfForm<typeof FILE_QUERY>,
    @PrefersCsv() csv: boolean,
    @CurrentForm() form: Form,
  ): Promise<Page<OfForm<typeof SUMMARY>> | StreamableFile> {
    const [filter, request] = [query.toFilter(), query.toOrderPage()];
    const present = SUMMARY_IN_FORM[form];
    if (!csv) return (await this.queries.list(tenantId, filter, request)).map<OfForm<typeof SUMMARY>>(present);
    const rows = mapped(this.queries.all(tenantId, filter, request), (order) => csvRow(present(order)));
    return csvFile('purchase-orders.csv', CSV_COLUMNS[form], rows, query);
  }

  @Post()
  @Examples(ORDER_EXAMPLES.create)
  @Requires('write', 'orders.write')
  @Answers(CREATED, {
    summary: 'Create a draft purchase order',
    message: 'purchase_order.created',
    status: 201,
    codes: ['VENDOR_BLOCKED'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body(CREATE) body: OfForm<typeof CREATE>,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof CREATED>> {
    return CREATED_IN_FORM[form](await this.orders.create(actor, body.toInput()));
  }

  @Get(':id')
  @Requires('read')
  @Answers(ORDER_RESPONSE, { summary: 'Get a purchase order' })
  async get(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.queries.get(actor.tenantId, id), language);
  }

  @Put(':id')
  @Examples(ORDER_EXAMPLES.update)
  @Requires('write', 'orders.write')
  @Answers(ORDER_RESPONSE, {
    summary: 'Update a draft purchase order',
    description: {
      a: 'Changes each item that has an id and adds each item without one. Items that the request omits stay unchanged.',
      b: 'Changes each line that has an id and adds each line without one. Lines that the request omits stay unchanged.',
    },
    codes: ['INVALID_STATUS', 'VENDOR_BLOCKED'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @IfMatches() ifMatch: IfMatch,
    @Body(UPDATE) body: OfForm<typeof UPDATE>,
    @CurrentForm() form: Form,
    @CurrentLanguage() language: Language,
  ): Promise<OfForm<typeof ORDER_RESPONSE>> {
    return ORDER_IN_FORM[form](await this.orders.update(actor, id, body.toInput(), ifMatch), language);
  }
}

@BothForms('purchase-orders/:id/items', 'Purchase orders', { b: ORDER_ALIASES_B })
export class PurchaseOrderItemsController {
  constructor(private readonly orders: PurchaseOrdersService) {}

  @Post()
  @Examples(ORDER_EXAMPLES.addItem)
  @Requires('write', 'orders.write')
  @Answers(CHANGED_ITEM, { summary: 'Add a line to a draft', status: 201, codes: ['INVALID_STATUS'] })
  async add(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @Body(ITEM) body: OfForm<typeof ITEM>,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof CHANGED_ITEM>> {
    return CHANGED_ITEM_IN_FORM[form](await this.orders.addItem(actor, id, body.toInput()));
  }

  @Put(':item_id')
  @Examples(ORDER_EXAMPLES.updateItem)
  @Requires('write', 'orders.write')
  @Answers(CHANGED_ITEM, { summary: 'Update a line of a draft', codes: ['INVALID_STATUS'] })
  async update(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @IfMatches() ifMatch: IfMatch,
    @Body(ITEM_UPDATE) body: OfForm<typeof ITEM_UPDATE>,
    @CurrentForm() form: Form,
  ): Promise<OfForm<typeof CHANGED_ITEM>> {
    return CHANGED_ITEM_IN_FORM[form](await this.orders.updateItem(actor, id, itemId, body.toInput(), ifMatch));
  }

  @Delete(':item_id')
  @Examples(ORDER_EXAMPLES.removeItem)
  @Requires('delete', 'orders.write')
  @AnswersNothing({ summary: 'Remove a line from a draft, except its last line', codes: ['INVALID_STATUS'] })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId() id: OrderId,
    @PathId('item_id') itemId: OrderItemId,
    @IfMatches() ifMatch: IfMatch,
  ): Promise<void> {
    await this.orders.removeItem(actor, id, itemId, ifMatch);
  }
}

@BothForms('vendors/:id/purchase-orders', 'Vendors')
export class VendorOrdersController {
  constructor(private readonly queries: PurchaseOrdersQueries) {}

  @Get()
  @Requires('read')
  @AnswersPage(SUMMARY, { summary: "List a vendor's purchase orders" })
  async list(
    @CurrentActor() { tenantId }: Actor,
    @PathId() id: VendorId,
    @Query(QUERY) query: OfForm<typeof QUERY>,
    @CurrentForm() form: Form,
  ): Promise<Page<OfForm<typeof SUMMARY>>> {
    const page = await this.queries.listOfVendor(tenantId, id, query.toFilter(), query.toOrderPage());
    return page.map<OfForm<typeof SUMMARY>>(SUMMARY_IN_FORM[form]);
  }
}
