import { Injectable } from '@nestjs/common';
import type { Decimal } from '../common/money';
import type { Transaction } from '../database';
import { PurchaseOrderItem } from './entities/purchase-order-item.entity';
import { LINE_COLUMNS, linesJson, type PricedLine } from './priced-line';

/** A line's id by its number. */
export type IdsByLineNumber = ReadonlyMap<number, number>;

/** Lines of orders of the transaction's tenant; the caller holds the lock on the order. One statement for any number. */
@Injectable()
export class OrderItemsRepository {
  /** The lines of an order, in their order. */
  async of(tx: Transaction, orderId: number): Promise<PurchaseOrderItem[]> {
    return tx.repository(PurchaseOrderItem).find({
      where: { tenantId: tx.tenantId, purchaseOrderId: orderId },
      order: { lineNumber: 'ASC' },
    });
  }

  /** Adds lines and answers their ids. */
  async insert(tx: Transaction, orderId: number, lines: readonly PricedLine[]): Promise<IdsByLineNumber> {
    if (lines.length === 0) return new Map();
    const rows = await tx.query<{ id: number; line_number: number }>(
      `INSERT INTO purchase_order_items
         (tenant_id, purchase_order_id, line_number, description, quantity, unit, unit_price, vat_rate,
          net_amount, vat_amount, total_amount)
       SELECT $1, $2, l.line_number, l.description, l.quantity, l.unit, l.unit_price, l.vat_rate,
              l.net_amount, l.vat_amount, l.total_amount
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_COLUMNS})
        ORDER BY l.line_number
       RETURNING id, line_number`,
      [tx.tenantId, orderId, linesJson(lines)],
    );
    return new Map(rows.map(({ id, line_number }) => [line_number, id]));
  }

  /** Writes stored lines anew. */
  async update(tx: Transaction, orderId: number, lines: readonly PricedLine[]): Promise<void> {
    if (lines.length === 0) return;
    await tx.query(
      `UPDATE purchase_order_items i
          SET description = l.description, quantity = l.quantity, unit = l.unit, unit_price = l.unit_price,
              vat_rate = l.vat_rate, net_amount = l.net_amount, vat_amount = l.vat_amount, total_amount = l.total_amount
         FROM jsonb_to_recordset($3::jsonb) AS l (${LINE_COLUMNS})
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = l.id`,
      [tx.tenantId, orderId, linesJson(lines)],
    );
  }

  /** Takes off what a short close leaves unordered. */
  async close(
    tx: Transaction,
    orderId: number,
    taken: readonly { readonly id: number; readonly closedQuantity: Decimal }[],
  ): Promise<void> {
    await tx.query(
      `UPDATE purchase_order_items i SET closed_quantity = c.closed_quantity
         FROM jsonb_to_recordset($3::jsonb) AS c (id bigint, closed_quantity numeric)
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = c.id`,
      [
        tx.tenantId,
        orderId,
        JSON.stringify(taken.map(({ id, closedQuantity }) => ({ id, closed_quantity: closedQuantity.toFixed() }))),
      ],
    );
  }

  /** Keeps how much of each line is received and invoiced beside it, as the facts have it. */
  async keepProgress(
    tx: Transaction,
    orderId: number,
    lines: readonly { readonly itemId: number; readonly received: Decimal; readonly invoiced: Decimal }[],
  ): Promise<void> {
    const rows = lines.map(({ itemId, received, invoiced }) => ({
      id: itemId,
      received: received.toFixed(),
      invoiced: invoiced.toFixed(),
    }));
    await tx.query(
      `UPDATE purchase_order_items i SET received_quantity = p.received, invoiced_quantity = p.invoiced
         FROM jsonb_to_recordset($3::jsonb) AS p (id bigint, received numeric, invoiced numeric)
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.id = p.id
          AND (i.received_quantity, i.invoiced_quantity) IS DISTINCT FROM (p.received, p.invoiced)`,
      [tx.tenantId, orderId, JSON.stringify(rows)],
    );
  }

  async delete(tx: Transaction, orderId: number, id: number): Promise<void> {
    await tx.repository(PurchaseOrderItem).delete({ tenantId: tx.tenantId, purchaseOrderId: orderId, id });
  }
}
