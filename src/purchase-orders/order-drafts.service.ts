import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { given } from '../common/given';
import { decimal, type Decimal } from '../common/money';
import { isForeignKeyViolation, type Transaction } from '../database';
import { OrderLinks, OrderUploads } from '../documents';
import { type IfMatch, requireVersion } from '../http';
import { nextStatus } from './domain/lifecycle';
import { mergeLines } from './domain/lines';
import { billedDraft, requireDeletable } from './domain/policy';
import type { PurchaseOrder } from './entities/purchase-order.entity';
import { OrderChronicle } from './progress/order-history';
import type { OrderInput } from './order-input';
import { OrderItemsRepository } from './order-items.repository';
import { OrderReferences } from './order-references';
import { type ChangedOrder, OrderWork } from './order-work';
import { type OrderChanges, PurchaseOrdersRepository } from './purchase-orders.repository';
import { orderLine, pricedLines } from './stored-lines';

/** Changes and removes orders that are still drafts. */
@Injectable()
export class OrderDraftsService {
  constructor(
    private readonly work: OrderWork,
    private readonly orders: PurchaseOrdersRepository,
    private readonly items: OrderItemsRepository,
    private readonly references: OrderReferences,
    private readonly links: OrderLinks,
    private readonly uploads: OrderUploads,
    private readonly chronicle: OrderChronicle,
  ) {}

  /**
   * Changes a draft: the fields given, the lines with an id, new lines without one. What is not mentioned stays.
   * @throws DomainError PRECONDITION_FAILED, INVALID_STATUS for anything but a draft; VALIDATION_ERROR on the field of a related record that
   *   is not there, on a line, or on `items` when the total is too large; VENDOR_BLOCKED
   */
  async update(actor: Actor, id: number, input: OrderInput, ifMatch?: IfMatch): Promise<ChangedOrder> {
    return this.work.change(actor, id, async (tx, order) => {
      requireVersion(ifMatch, order.version);
      nextStatus(order.status, 'edit');
      const { tenant } = await this.references.resolve(tx, input);
      const totals = await this.reprice(tx, order, input, decimal(tenant.settings.default_vat_rate));
      await this.work.update(tx, order, { ...headerChanges(input), ...totals });
      if (input.attachments) await this.links.replace(tx, actor, id, input.attachments);
      await this.chronicle.note(tx, actor, id, 'updated', { fields: Object.keys(input) });
      return [];
    });
  }

  /** Deletes a draft that was never submitted. Throws INVALID_STATUS for any other order, and for one that is billed. */
  async delete(actor: Actor, id: number, ifMatch?: IfMatch): Promise<void> {
    await this.work.on(actor, id, async (tx, order) => {
      requireVersion(ifMatch, order.version);
      requireDeletable(order);
      await this.uploads.removeAfterCommit(tx, id);
      await this.orders.delete(tx, order).catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? billedDraft(order.status) : error;
      });
      await this.chronicle.note(tx, actor, id, 'deleted', { po_number: order.poNumber });
    });
  }

  /** Merges and prices the lines anew where the request touches them, or the currency they are rounded in. */
  private async reprice(
    tx: Transaction,
    order: PurchaseOrder,
    { items = [], currency = order.currency }: OrderInput,
    defaultVatRate: Decimal,
  ): Promise<OrderChanges> {
    if (items.length === 0 && currency === order.currency) return {};
    const stored = await this.items.of(tx, order.id);
    const { lines, totals } = pricedLines(mergeLines(stored.map(orderLine), items, defaultVatRate), currency);
    const mentioned = new Set(items.map(({ id }) => id));
    const touched = lines.filter(({ line }) => currency !== order.currency || mentioned.has(line.id ?? undefined));
    await this.items.update(
      tx,
      order.id,
      touched.filter(({ line }) => line.id !== null),
    );
    await this.items.insert(
      tx,
      order.id,
      lines.filter(({ line }) => line.id === null),
    );
    return { currency, subtotal: totals.subtotal, vatAmount: totals.vat, totalAmount: totals.total };
  }
}

function headerChanges(input: OrderInput): OrderChanges {
  const { vendorId, departmentId, projectId, expenseType, notes, deliveryAddress, expectedDeliveryDate } = input;
  return given({ vendorId, departmentId, projectId, expenseType, notes, deliveryAddress, expectedDeliveryDate });
}
