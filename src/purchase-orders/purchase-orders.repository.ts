import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import type { Transaction } from '../database';
import type { OrderTotals } from './domain/totals';
import { PurchaseOrder } from './entities/purchase-order.entity';
import type { PurchaseOrderItem } from './entities/purchase-order-item.entity';
import type { IdsByLineNumber } from './order-items.repository';
import { LINE_COLUMNS, linesJson, type PricedLine } from './priced-line';

/** An order, locked in this transaction, with its lines. Whoever needs it is handed it; nobody locks or reads it again. */
export interface LockedOrder {
  readonly order: PurchaseOrder;
  /** In line order. */
  readonly items: readonly PurchaseOrderItem[];
}

/** What is written when an order is created; the rest has its initial value. */
export type NewOrder = Pick<
  PurchaseOrder,
  | 'poNumber'
  | 'vendorId'
  | 'departmentId'
  | 'projectId'
  | 'createdById'
  | 'currency'
  | 'expenseType'
  | 'notes'
  | 'deliveryAddress'
  | 'expectedDeliveryDate'
>;

/** Fields of an order that a verb may change. */
export type OrderChanges = Partial<Omit<PurchaseOrder, 'tenantId' | 'id' | 'poNumber' | 'createdAt' | 'version'>>;

/** Orders of the transaction's tenant. */
@Injectable()
export class PurchaseOrdersRepository {
  constructor(private readonly clock: Clock) {}

  /** The order, locked until the transaction ends: whoever changes it, or decides about it, takes turns. */
  async lock(tx: Transaction, id: number): Promise<PurchaseOrder> {
    const order = await tx.repository(PurchaseOrder).findOne({
      where: { tenantId: tx.tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!order) throw notFound();
    return order;
  }

  /** Inserts a draft with its lines, in one statement. */
  async insert(
    tx: Transaction,
    order: NewOrder,
    lines: readonly PricedLine[],
    totals: OrderTotals,
    at: Date,
  ): Promise<{ readonly id: number; readonly itemIds: IdsByLineNumber }> {
    const [row] = await tx.query<{ id: number; items: { id: number; line_number: number }[] }>(INSERT, [
      tx.tenantId,
      order.poNumber,
      order.vendorId,
      order.departmentId,
      order.projectId,
      order.createdById,
      order.currency,
      order.expenseType,
      order.notes,
      order.deliveryAddress,
      order.expectedDeliveryDate,
      totals.subtotal.toFixed(),
      totals.vat.toFixed(),
      totals.total.toFixed(),
      at,
      linesJson(lines),
    ]);
    if (!row) throw new Error('The new order was not written');
    return { id: row.id, itemIds: new Map(row.items.map(({ id, line_number }) => [line_number, id])) };
  }

  /**
   * Changes a locked order, raises its version, and leaves the object as the row is now.
   * @param changesAt the changes, or what they are at the instant they are made
   * @returns that instant
   */
  async update(
    tx: Transaction,
    order: PurchaseOrder,
    changesAt: OrderChanges | ((at: Date) => OrderChanges),
  ): Promise<Date> {
    const updatedAt = this.clock.now();
    const version = order.version + 1;
    const changes = typeof changesAt === 'function' ? changesAt(updatedAt) : changesAt;
    Object.assign(order, changes, { updatedAt, version });
    await tx
      .repository(PurchaseOrder)
      .update({ tenantId: tx.tenantId, id: order.id }, { ...changes, updatedAt, version });
    return updatedAt;
  }

  /** Removes a locked order with its lines and documents. */
  async delete(tx: Transaction, order: PurchaseOrder): Promise<void> {
    await tx.repository(PurchaseOrder).delete({ tenantId: tx.tenantId, id: order.id });
  }
}

const INSERT = `
WITH o AS (
  INSERT INTO purchase_orders
    (tenant_id, po_number, status, vendor_id, department_id, project_id, created_by_id, currency, expense_type,
     notes, delivery_address, expected_delivery_date, subtotal, vat_amount, total_amount, created_at, updated_at)
  VALUES ($1, $2, 'draft', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
  RETURNING id
), i AS (
  INSERT INTO purchase_order_items
    (tenant_id, purchase_order_id, line_number, description, quantity, unit, unit_price, vat_rate,
     net_amount, vat_amount, total_amount)
  SELECT $1, o.id, l.line_number, l.description, l.quantity, l.unit, l.unit_price, l.vat_rate,
         l.net_amount, l.vat_amount, l.total_amount
    FROM o, jsonb_to_recordset($16::jsonb) AS l (${LINE_COLUMNS})
   ORDER BY l.line_number
  RETURNING id, line_number
)
SELECT o.id, (SELECT json_agg(json_build_object('id', i.id, 'line_number', i.line_number)) FROM i) AS items FROM o`;
