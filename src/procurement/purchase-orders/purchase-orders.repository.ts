import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import type { Decimal } from '../../common/money';
import type { External } from '../../common/records/external';
import type { OrderId, OrderItemId } from '../../common/records/ids';
import { lockOne, raiseVersion, type Transaction, updateOne } from '../../platform/database';
import { assignSql, bindingOf, columnNames, recordsetSql } from '../../platform/records';
import type { DocumentHolder } from '../documents';
import type { ClosedQuantities } from './domain/progress';
import { type OrderTotals, type PricedLine, totalsOf } from './domain/totals';
import {
  LINE_BEFORE,
  type LineBefore,
  noteAddedLines,
  noteChangedLines,
  noteClosedLines,
  noteLineExternal,
  noteRemovedLine,
  PurchaseOrderItem,
  WrittenLine,
} from './entities/purchase-order-item.entity';
import { ORDER_FIELDS, PurchaseOrder, WrittenOrder } from './entities/purchase-order.entity';

/** An order, locked in this transaction, with its lines. Pass it on; do not lock or read the order again. */
export interface LockedOrder {
  readonly order: PurchaseOrder;
  readonly items: readonly PurchaseOrderItem[];
}

/** The fields written when an order is created. All others get their initial value. */
export type NewOrder = WrittenOrder & Pick<PurchaseOrder, 'poNumber' | 'createdById'>;

/** Fields that an action may change. */
export type OrderChanges = Partial<Omit<PurchaseOrder, 'tenantId' | 'id' | 'poNumber' | 'createdAt' | 'version'>>;

export type IdsByLineNumber = ReadonlyMap<number, OrderItemId>;

/**
 * Orders of the transaction's tenant, and their lines. The caller must hold the order's lock before it writes lines.
 * Lines are written by raw SQL so that one statement writes any number of them.
 */
@Injectable()
export class PurchaseOrdersRepository implements DocumentHolder {
  constructor(private readonly clock: Clock) {}

  /**
   * Reads the order and locks it until the transaction ends: changes and decisions run one after the other.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: OrderId): Promise<PurchaseOrder> {
    const order = await lockOne(tx, PurchaseOrder, { id });
    tx.changed.note('purchase_order', id, ORDER_FIELDS, order, order);
    return order;
  }

  /** @throws DomainError NOT_FOUND */
  async hold(tx: Transaction, id: number): Promise<void> {
    const lock = 'SELECT 1 FROM purchase_orders WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
    if ((await tx.query(lock, [tx.tenantId, id])).length === 0) throw notFound();
  }

  /** Raises the version of a locked order whose own columns did not change. */
  raise(tx: Transaction, id: number): Promise<void> {
    return raiseVersion(tx, 'purchase_order', id, this.clock);
  }

  /** The order's lines, by line number. */
  async itemsOf(tx: Transaction, orderId: OrderId): Promise<PurchaseOrderItem[]> {
    return tx.repository(PurchaseOrderItem).find({
      where: { tenantId: tx.tenantId, purchaseOrderId: orderId },
      order: { lineNumber: 'ASC' },
    });
  }

  /** Inserts a draft with its lines, in one statement. */
  async insert(
    tx: Transaction,
    order: NewOrder,
    lines: readonly PricedLine[],
    totals: OrderTotals,
    at: Date,
  ): Promise<{ readonly id: OrderId; readonly itemIds: IdsByLineNumber }> {
    const [row] = await tx.query<{ id: OrderId; items: readonly InsertedItem[] }>(INSERT, [
      tx.tenantId,
      order.poNumber,
      order.createdById,
      totals.subtotal.toFixed(),
      totals.vat.toFixed(),
      totals.total.toFixed(),
      at,
      linesJson(lines),
      ...Object.values(headerOf(order)),
    ]);
    if (!row) throw new Error('The new order was not written');
    const { id } = row;
    const created = { ...order, ...totalsOf(totals), status: 'draft', documentVersion: 1 } as const;
    tx.changed.note('purchase_order', id, ORDER_FIELDS, null, created);
    const itemIds = idsByLineNumber(row.items);
    noteAddedLines(tx, id, lines, itemIds);
    return { id, itemIds };
  }

  /**
   * Changes a locked order, raises its version, and updates the object to match the row. Sent with the next statement.
   * @param changesAt the changes, or a function of the time of the change
   * @returns the time of the change
   */
  update(tx: Transaction, order: PurchaseOrder, changesAt: OrderChanges | ((at: Date) => OrderChanges)): Date {
    const updatedAt = this.clock.now();
    const version = order.version + 1;
    const changes = typeof changesAt === 'function' ? changesAt(updatedAt) : changesAt;
    Object.assign(order, changes, { updatedAt, version });
    updateOne(tx, PurchaseOrder, order.id, { ...changes, updatedAt, version });
    tx.changed.note('purchase_order', order.id, ORDER_FIELDS, null, order);
    tx.outboxEvents.raised('purchase_order', order.id, updatedAt);
    return updatedAt;
  }

  /** Deletes a locked order with its lines and documents. */
  async delete(tx: Transaction, order: PurchaseOrder): Promise<void> {
    await tx.repository(PurchaseOrder).delete({ tenantId: tx.tenantId, id: order.id });
    tx.changed.note('purchase_order', order.id, ORDER_FIELDS, order, null);
  }

  async insertItems(tx: Transaction, orderId: OrderId, lines: readonly PricedLine[]): Promise<IdsByLineNumber> {
    if (lines.length === 0) return new Map();
    const rows = await tx.query<InsertedItem>(
      `INSERT INTO purchase_order_items (tenant_id, purchase_order_id, ${WRITTEN})
       SELECT $1, $2, ${WRITTEN} FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_COLUMNS})
        ORDER BY line_number
       RETURNING id, line_number`,
      [tx.tenantId, orderId, linesJson(lines)],
    );
    const itemIds = idsByLineNumber(rows);
    noteAddedLines(tx, orderId, lines, itemIds);
    return itemIds;
  }

  async updateItems(tx: Transaction, orderId: OrderId, lines: readonly PricedLine[]): Promise<void> {
    if (lines.length === 0) return;
    const rows = await tx.query<LineBefore>(
      `UPDATE purchase_order_items i
          SET ${assignSql(WrittenLine, 'l')}, net_amount = l.net_amount, vat_amount = l.vat_amount,
              total_amount = l.total_amount
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_COLUMNS}), purchase_order_items before
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = l.id
          AND before.tenant_id = $1 AND before.id = l.id
       RETURNING ${LINE_BEFORE}`,
      [tx.tenantId, orderId, linesJson(lines)],
    );
    noteChangedLines(tx, orderId, rows, lines);
  }

  async setItemExternal(tx: Transaction, item: PurchaseOrderItem, changes: Partial<External>): Promise<void> {
    await tx.repository(PurchaseOrderItem).update({ tenantId: tx.tenantId, id: item.id }, changes);
    noteLineExternal(tx, item, changes);
  }

  /** Saves the quantities that a short close took off each line; zero after a reopen. */
  async closeItems(
    tx: Transaction,
    orderId: OrderId,
    taken: readonly (ClosedQuantities & { readonly id: number })[],
  ): Promise<void> {
    const rows = taken.map(({ id, closedQuantity, closedLateQuantity }) => ({
      id,
      closed: closedQuantity.toFixed(),
      late: closedLateQuantity.toFixed(),
    }));
    const changed = await tx.query<LineBefore & { readonly closedNow: string }>(
      `UPDATE purchase_order_items i SET closed_quantity = c.closed, closed_late_quantity = c.late
         FROM jsonb_to_recordset($3::jsonb) AS c (id bigint, closed numeric, late numeric), purchase_order_items before
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = c.id
          AND before.tenant_id = $1 AND before.id = c.id
       RETURNING ${LINE_BEFORE}, i.closed_quantity AS "closedNow"`,
      [tx.tenantId, orderId, JSON.stringify(rows)],
    );
    noteClosedLines(tx, orderId, changed);
  }

  /**
   * Saves the received and invoiced quantity of each line. If a quantity changed, the feed of changes lists the order
   * as updated. Its version stays, so that the next `If-Match` of an editor does not fail.
   */
  async saveProgress(
    tx: Transaction,
    orderId: OrderId,
    lines: readonly { readonly itemId: number; readonly received: Decimal; readonly invoiced: Decimal }[],
  ): Promise<void> {
    const rows = lines.map(({ itemId, received, invoiced }) => ({
      id: itemId,
      received: received.toFixed(),
      invoiced: invoiced.toFixed(),
    }));
    const moved = await tx.query(
      `UPDATE purchase_order_items i SET received_quantity = p.received, invoiced_quantity = p.invoiced
         FROM jsonb_to_recordset($3::jsonb) AS p (id bigint, received numeric, invoiced numeric)
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = p.id
          AND (i.received_quantity, i.invoiced_quantity) IS DISTINCT FROM (p.received, p.invoiced)
       RETURNING i.id`,
      [tx.tenantId, orderId, JSON.stringify(rows)],
    );
    if (moved.length === 0) return;
    tx.outboxEvents.addEntry('purchase_order', orderId, { action: 'updated', at: this.clock.now(), fields: ['items'] });
  }

  async deleteItem(tx: Transaction, orderId: OrderId, id: OrderItemId): Promise<void> {
    const [removed] = await tx.query<LineBefore>(
      `DELETE FROM purchase_order_items before WHERE tenant_id = $1 AND purchase_order_id = $2 AND id = $3
       RETURNING ${LINE_BEFORE}`,
      [tx.tenantId, orderId, id],
    );
    if (removed) noteRemovedLine(tx, orderId, removed);
  }
}

interface InsertedItem {
  readonly id: OrderItemId;
  readonly line_number: number;
}

function idsByLineNumber(rows: readonly InsertedItem[]): IdsByLineNumber {
  return new Map(rows.map(({ id, line_number }) => [line_number, id]));
}

/** Columns of an inserted line. */
const WRITTEN = [...columnNames(WrittenLine), 'line_number', 'net_amount', 'vat_amount', 'total_amount'].join(', ');

/** Columns of {@link linesJson} for `jsonb_to_recordset`. */
const LINE_COLUMNS = `id bigint, line_number int, net_amount numeric, vat_amount numeric, total_amount numeric, ${recordsetSql(WrittenLine)}`;

const contentOf = bindingOf(WrittenLine, { omit: ['externalId', 'metadata'] });

/** Lines as one statement parameter. Decimals are sent as text because a float would lose digits. */
function linesJson(lines: readonly PricedLine[]): string {
  return JSON.stringify(
    lines.map(({ line, amounts }) =>
      Object.assign(contentOf(line), {
        id: line.id,
        line_number: line.lineNumber,
        net_amount: amounts.net.toFixed(),
        vat_amount: amounts.vat.toFixed(),
        total_amount: amounts.total.toFixed(),
        external_id: line.externalId ?? null,
        metadata: line.metadata ?? {},
      }),
    ),
  );
}

const HEADER = columnNames(WrittenOrder);
const headerOf = bindingOf(WrittenOrder);

/** Parameters: tenant, number, creator, subtotal, VAT, total, time, lines, header columns. */
const INSERT = `
WITH o AS (
  INSERT INTO purchase_orders (tenant_id, po_number, status, created_by_id, subtotal, vat_amount, total_amount,
    created_at, updated_at, ${HEADER.join(', ')})
  VALUES ($1, $2, 'draft', $3, $4, $5, $6, $7, $7, ${HEADER.map((_, at) => `$${at + 9}`).join(', ')})
  RETURNING id
), i AS (
  INSERT INTO purchase_order_items (tenant_id, purchase_order_id, ${WRITTEN})
  SELECT $1, o.id, ${WRITTEN} FROM o, jsonb_to_recordset($8::jsonb) AS l (${LINE_COLUMNS})
   ORDER BY line_number
  RETURNING id, line_number
)
SELECT o.id, (SELECT json_agg(json_build_object('id', i.id, 'line_number', i.line_number)) FROM i) AS items FROM o`;
