import { decimal } from '../../common/money';
import type { OrderId } from '../../common/records/ids';
import { IN_FORCE, isInForce, type OrderStatus } from '../purchase-orders';
import {
  type DailyFigures,
  difference,
  FIGURE_NAMES,
  type FigureName,
  mapFigures,
  type OrderFacts,
  orderFigures,
  type PerformanceFigures,
  type ReceivedFact,
} from './domain/figures';

/** Figures by day in the JSON column `figures`: exact decimals as text, without zeros. */
export type StoredFigures = Readonly<Record<string, Partial<Record<FigureName, string>>>>;

/** An order with its received and billed quantities. Quantities and prices are numeric text. */
export interface OrderFactsRow extends Omit<OrderFacts, 'counts' | 'completed' | 'received'> {
  readonly id: OrderId;
  readonly status: OrderStatus;
  readonly received: readonly (Omit<ReceivedFact, 'receivedAt'> & { readonly receivedAt: string })[];
  /** The stored contribution to the vendor's figures; null if it never had one. */
  readonly stored: StoredFigures | null;
}

/** SELECT of {@link OrderFactsRow}s of orders `o`. $1 is the tenant. Append a condition. */
const FACTS = `
SELECT o.id, o.status, o.approved_at AS "approvedAt", o.expected_delivery_date AS "expectedOn",
  (SELECT coalesce(json_agg(json_build_object('itemId', i.id, 'ordered', (i.quantity - i.closed_quantity)::text,
             'closedLate', coalesce(i.closed_late_quantity, CASE
               WHEN (o.closed_at AT TIME ZONE 'UTC')::date > o.expected_delivery_date THEN i.closed_quantity ELSE 0 END)::text)), '[]')
     FROM purchase_order_items i WHERE i.tenant_id = o.tenant_id AND i.purchase_order_id = o.id) AS lines,
  (SELECT coalesce(json_agg(json_build_object('receiptId', g.id, 'itemId', r.purchase_order_item_id,
             'receivedAt', g.received_at, 'received', r.quantity_received::text, 'rejected', r.quantity_rejected::text,
             'returned', r.quantity_returned::text) ORDER BY g.received_at, g.id), '[]')
     FROM goods_receipts g
     JOIN goods_receipt_items r ON r.tenant_id = g.tenant_id AND r.goods_receipt_id = g.id
    WHERE g.tenant_id = o.tenant_id AND g.purchase_order_id = o.id AND g.status = 'posted') AS received,
  (SELECT coalesce(json_agg(json_build_object('day', (v.approved_at AT TIME ZONE 'UTC')::date,
             'price', l.unit_price::text, 'orderPrice', i.unit_price::text)), '[]')
     FROM invoices v
     JOIN invoice_items l ON l.tenant_id = v.tenant_id AND l.invoice_id = v.id AND l.quantity > l.credited_quantity
     JOIN purchase_order_items i ON i.tenant_id = l.tenant_id AND i.id = l.matched_item_id
    WHERE v.tenant_id = o.tenant_id AND v.purchase_order_id = o.id AND v.status IN ('approved', 'paid')) AS billed,
  (SELECT s.figures FROM vendor_performance_orders s
    WHERE s.tenant_id = o.tenant_id AND s.purchase_order_id = o.id) AS stored
  FROM purchase_orders o WHERE o.tenant_id = $1`;

export const FACTS_OF_ORDER = `${FACTS} AND o.id = $2`;

/** Facts of at most $4 orders of vendor $2 after id $3: orders in force, and orders with a stored contribution. */
export const FACTS_OF_VENDOR = `${FACTS} AND o.vendor_id = $2 AND o.id > $3
   AND (${IN_FORCE}
        OR EXISTS (SELECT FROM vendor_performance_orders s WHERE s.tenant_id = $1 AND s.purchase_order_id = o.id))
 ORDER BY o.id LIMIT $4`;

/** The contribution of an order to its vendor's figures, and its difference from the stored contribution. */
export interface OrderContribution {
  readonly orderId: OrderId;
  readonly figures: DailyFigures;
  readonly change: DailyFigures;
}

export function contribution(row: OrderFactsRow): OrderContribution {
  const figures = orderFigures({
    ...row,
    counts: isInForce(row.status),
    completed: row.status === 'completed',
    received: row.received.map((one) => ({ ...one, receivedAt: new Date(one.receivedAt) })),
  });
  const stored = Object.entries(row.stored ?? {}).map(
    ([day, texts]) => [day, mapFigures((name) => decimal(texts[name] ?? 0))] as const,
  );
  return { orderId: row.id, figures, change: difference(new Map(stored), figures) };
}

export function storedFigures(days: DailyFigures): StoredFigures {
  const texts = (figures: PerformanceFigures) => {
    const given = FIGURE_NAMES.filter((name) => !figures[name].eq(0));
    return Object.fromEntries(given.map((name) => [name, figures[name].toFixed()]));
  };
  return Object.fromEntries([...days].map(([day, figures]) => [day, texts(figures)]));
}
