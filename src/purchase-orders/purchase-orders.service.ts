import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { invalidField, notFound } from '../common/errors';
import { decimal } from '../common/money';
import type { Transaction } from '../database';
import { type IfMatch, requireVersion } from '../http';
import { TenantSettings } from '../tenants';
import { newItem } from './created-order';
import { nextStatus } from './domain/lifecycle';
import { type LineChange, mergeLines, type OrderLine } from './domain/lines';
import type { OrderTotals } from './domain/totals';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import { OrderChronicle } from './progress/order-history';
import { type IdsByLineNumber, OrderItemsRepository } from './order-items.repository';
import type { ItemRow } from './queries/order-rows';
import { OrderWork } from './order-work';
import { orderLine, pricedLines } from './stored-lines';

/** A line after a change, and what its order comes to now. */
export interface ChangedItem {
  readonly item: ItemRow;
  readonly orderId: number;
  readonly totals: OrderTotals;
  /** The order's, which is also the line's ETag. */
  readonly version: number;
}

const NO_IDS: IdsByLineNumber = new Map();

/** Lines of a draft, one at a time. */
@Injectable()
export class OrderItemsService {
  constructor(
    private readonly work: OrderWork,
    private readonly items: OrderItemsRepository,
    private readonly tenants: TenantSettings,
    private readonly chronicle: OrderChronicle,
  ) {}

  /** Adds a line at the end. Throws INVALID_STATUS for anything but a draft. */
  async add(actor: Actor, orderId: number, change: Omit<LineChange, 'id'>): Promise<ChangedItem> {
    return this.work.on(actor, orderId, async (tx, order) => {
      nextStatus(order.status, 'edit');
      const [stored, { settings }] = await Promise.all([this.items.of(tx, orderId), this.tenants.of(tx)]);
      const merged = mergeLines(stored.map(orderLine), [change], decimal(settings.default_vat_rate));
      const { lines, totals } = pricedLines(merged, order.currency);
      const added = lines.filter(({ line }) => line.id === null);
      const itemIds = await this.items.insert(tx, orderId, added);
      const [item] = added.map((priced) => newItem(priced, itemIds));
      if (!item) throw new Error('The new line was not written');
      await this.keepTotals(tx, order, totals);
      await this.chronicle.note(tx, actor, orderId, 'item_added', { item_id: item.id });
      return { item, orderId, totals, version: order.version };
    });
  }

  /** Changes a line. Throws NOT_FOUND for one of another order, INVALID_STATUS for anything but a draft. */
  async update(
    actor: Actor,
    orderId: number,
    itemId: number,
    change: Omit<LineChange, 'id'>,
    ifMatch?: IfMatch,
  ): Promise<ChangedItem> {
    return this.work.on(actor, orderId, async (tx, order) => {
      const stored = await this.linesWith(tx, order, itemId, ifMatch);
      const merged = mergeLines(stored, [{ ...change, id: itemId }], decimal(0));
      const { lines, totals } = pricedLines(merged, order.currency);
      const changed = lines.filter(({ line }) => line.id === itemId);
      const [item] = changed.map((priced) => newItem(priced, NO_IDS));
      if (!item) throw notFound();
      await this.items.update(tx, orderId, changed);
      await this.keepTotals(tx, order, totals);
      await this.chronicle.note(tx, actor, orderId, 'item_updated', { item_id: itemId, fields: Object.keys(change) });
      return { item, orderId, totals, version: order.version };
    });
  }

  /** Removes a line, but never the last one (VALIDATION_ERROR on `items`). */
  async remove(actor: Actor, orderId: number, itemId: number, ifMatch?: IfMatch): Promise<void> {
    await this.work.on(actor, orderId, async (tx, order) => {
      const stored = await this.linesWith(tx, order, itemId, ifMatch);
      const left = stored.filter(({ id }) => id !== itemId);
      if (left.length === 0) throw invalidField('items', 'purchase_order.last_item');
      await this.items.delete(tx, orderId, itemId);
      await this.keepTotals(tx, order, pricedLines(left, order.currency).totals);
      await this.chronicle.note(tx, actor, orderId, 'item_removed', { item_id: itemId });
    });
  }

  /** The draft's lines, of which this must be one. */
  private async linesWith(
    tx: Transaction,
    order: PurchaseOrder,
    itemId: number,
    ifMatch: IfMatch,
  ): Promise<readonly OrderLine[]> {
    const lines = (await this.items.of(tx, order.id)).map(orderLine);
    if (!lines.some(({ id }) => id === itemId)) throw notFound();
    requireVersion(ifMatch, order.version);
    nextStatus(order.status, 'edit');
    return lines;
  }

  private async keepTotals(tx: Transaction, order: PurchaseOrder, totals: OrderTotals): Promise<void> {
    const { subtotal, vat: vatAmount, total: totalAmount } = totals;
    await this.work.update(tx, order, { subtotal, vatAmount, totalAmount });
  }
}
