import type { OrderId, TenantId } from '../common/records/ids';
import { Query, query } from '../database';

/** A document as the database answers it. */
export interface DocumentRow {
  readonly id: number;
  readonly purchase_order_id: OrderId;
  readonly name: string;
  /** Where a link leads; null for an upload. */
  readonly url: string | null;
  /** Bytes of an upload; null for a link. */
  readonly size: number | null;
  /** Media type of an upload; null for a link. */
  readonly content_type: string | null;
}

/**
 * The documents of one order, oldest first, as a JSON array of {@link DocumentRow}s: an expression for the statement
 * that reads the order.
 * @param at SQL expressions of the tenant's and the order's id
 */
export const documentsSql = (at: { readonly tenantId: string; readonly orderId: string }): string => `(
  SELECT coalesce(json_agg(json_build_object(
      'id', f.id, 'purchase_order_id', f.purchase_order_id, 'name', f.name, 'url', f.url, 'size', f.size,
      'content_type', f.content_type) ORDER BY f.id), '[]'::json)
    FROM documents f WHERE f.tenant_id = ${at.tenantId} AND f.purchase_order_id = ${at.orderId})`;

/** The documents of these orders, oldest first, as {@link DocumentRow}s. */
export function documentsOf(tenantId: TenantId, orderIds: readonly OrderId[]): Query {
  return query(
    `SELECT id, purchase_order_id, name, url, size, content_type
       FROM documents
      WHERE tenant_id = $1 AND purchase_order_id = ANY ($2::bigint[])
      ORDER BY purchase_order_id, id`,
    [tenantId, orderIds],
  );
}
