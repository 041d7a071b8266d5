import { Query, query } from '../database';

/**
 * The documents of these orders, oldest first, as {@link DocumentRow}s. A query to put into the flight that reads the
 * orders, so that their documents cost no round trip of their own.
 */
export function documentsOf(tenantId: string, orderIds: readonly number[]): Query {
  return query(
    `SELECT id, purchase_order_id, name, url, size, content_type
       FROM documents
      WHERE tenant_id = $1 AND purchase_order_id = ANY ($2::bigint[])
      ORDER BY purchase_order_id, id`,
    [tenantId, orderIds],
  );
}
