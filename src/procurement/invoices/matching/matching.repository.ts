import { Injectable } from '@nestjs/common';
import { type Decimal, decimal } from '../../../common/money';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import type { BillingPort } from '../../goods-receipts';
import type { EarlyInvoice, InvoiceFacts } from '../../purchase-orders';
import { BILLED_STATUSES, type InvoiceStatus, OPEN_STATUSES } from '../domain/lifecycle';
import type { MatchResult } from '../domain/matching/match';
import { noteInvoice } from '../entities/audited';
import {
  type AsText,
  storedInvoice,
  type StoredInvoice,
  type StoredInvoiceRow,
  withDecimals,
} from '../entities/stored-invoice';
import { STORED } from '../queries/invoices.sql';
import { storedMatch } from '../entities/invoice.entity';

export interface MatchRecord {
  readonly invoice: StoredInvoice;
  readonly result: MatchResult;
  readonly status: InvoiceStatus;
  readonly currentStep: number | null;
}

const inSql = (statuses: readonly InvoiceStatus[]): string => statuses.map((status) => `'${status}'`).join(', ');
const OPEN = inSql(OPEN_STATUSES);
const BILLED = inSql(BILLED_STATUSES);

/**
 * Reads and writes for matching. Raw SQL, because each method aggregates or writes many rows
 * (docs/decisions/repositories-and-sql.md). The caller must hold the lock on the order.
 */
@Injectable()
export class MatchingRepository implements InvoiceFacts, BillingPort {
  /** The open invoices of an order. */
  async waiting(tx: Transaction, orderId: OrderId): Promise<StoredInvoice[]> {
    const rows = await tx.query<StoredInvoiceRow>(`${STORED} AND i.purchase_order_id = $2 AND i.status IN (${OPEN})`, [
      tx.tenantId,
      orderId,
    ]);
    return rows.map(storedInvoice);
  }

  /** Per order line, the quantity that approved and paid invoices bill, less line credits. */
  async billedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.billed(tx, orderId, '');
  }

  /** Per order line, the quantity that credit notes removed from approved and paid invoices. */
  async creditedByItem(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.billed(tx, orderId, '', 'l.credited_quantity');
  }

  /** Like `billedByItem`, but only for invoices that were matched with receipts. */
  async billedOnReceipts(tx: Transaction, orderId: OrderId): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    return this.billed(tx, orderId, `AND (i.match->>'three_way')::boolean`);
  }

  async approvedOf(tx: Transaction, orderId: OrderId): Promise<EarlyInvoice[]> {
    const rows = await tx.query<AsText<EarlyInvoice>>(
      `SELECT id, total, credited_amount AS credited, paid_amount AS paid
         FROM invoices WHERE tenant_id = $1 AND purchase_order_id = $2 AND status IN (${BILLED}) ORDER BY id`,
      [tx.tenantId, orderId],
    );
    return rows.map((row) => withDecimals(row, 'total', 'credited', 'paid'));
  }

  /** `live`: the number of invoices that are neither draft nor cancelled. `waiting`: the number of open invoices. */
  async openCounts(tx: Transaction, orderId: OrderId): Promise<{ readonly live: number; readonly waiting: number }> {
    const [row] = await tx.query<{ live: number; waiting: number }>(
      `SELECT count(*) FILTER (WHERE status NOT IN ('draft', 'cancelled')) AS live,
              count(*) FILTER (WHERE status IN (${OPEN})) AS waiting
         FROM invoices WHERE tenant_id = $1 AND purchase_order_id = $2`,
      [tx.tenantId, orderId],
    );
    return row ?? { live: 0, waiting: 0 };
  }

  /** Writes matches on their invoices. Increments the version only if something besides the match time changed. */
  async write(tx: Transaction, records: readonly MatchRecord[], at: Date): Promise<void> {
    if (records.length === 0) return;
    const invoices = records.map(({ invoice, result, status, currentStep }) => ({
      id: invoice.id,
      status,
      current_step: currentStep,
      match_status: result.status,
      match: storedMatch(result),
    }));
    for (const { invoice, result, status, currentStep } of records) {
      noteInvoice(tx, invoice, { ...invoice, status, currentStep, matchStatus: result.status });
    }
    const lines = records.flatMap(({ result }) =>
      result.lines.map(({ line, billed }) => ({ id: line.id, matched: billed?.line.id ?? null })),
    );
    const [written] = await Promise.all([
      tx.query<{ id: number; raised: boolean }>(
        `UPDATE invoices i
            SET status = m.status, current_step = m.current_step, match_status = m.match_status, match = m.match, last_matched_at = $2,
                updated_at = CASE WHEN changed.yes THEN $2 ELSE i.updated_at END,
                version = i.version + changed.yes::int
           FROM jsonb_to_recordset($3::jsonb) AS m (id bigint, status text, current_step int, match_status text, match jsonb),
                invoices before,
                LATERAL (SELECT (before.status, before.current_step, before.match_status, before.match)
                            IS DISTINCT FROM (m.status, m.current_step, m.match_status, m.match) AS yes) AS changed
          WHERE i.tenant_id = $1 AND i.id = m.id AND before.tenant_id = $1 AND before.id = m.id
          RETURNING i.id, changed.yes AS raised`,
        [tx.tenantId, at, JSON.stringify(invoices)],
      ),
      tx.query(
        `UPDATE invoice_items l SET matched_item_id = m.matched
           FROM jsonb_to_recordset($2::jsonb) AS m (id bigint, matched bigint)
          WHERE l.tenant_id = $1 AND l.id = m.id AND l.matched_item_id IS DISTINCT FROM m.matched`,
        [tx.tenantId, JSON.stringify(lines)],
      ),
    ]);
    for (const { id, raised } of written) if (raised) tx.outboxEvents.raised('invoice', id, at);
  }

  private async billed(
    tx: Transaction,
    orderId: OrderId,
    condition: string,
    quantity = 'l.quantity - l.credited_quantity',
  ): Promise<ReadonlyMap<OrderItemId, Decimal>> {
    const rows = await tx.query<{ item_id: OrderItemId; quantity: string }>(
      `SELECT l.matched_item_id AS item_id, sum(${quantity}) AS quantity
         FROM invoices i
         JOIN invoice_items l ON l.tenant_id = i.tenant_id AND l.invoice_id = i.id
        WHERE i.tenant_id = $1 AND i.purchase_order_id = $2 AND i.status IN (${BILLED}) ${condition}
          AND l.matched_item_id IS NOT NULL
        GROUP BY l.matched_item_id`,
      [tx.tenantId, orderId],
    );
    return new Map(rows.map(({ item_id, quantity: sum }) => [item_id, decimal(sum)]));
  }
}
