import type { OrderId, TenantId } from '../../common/records/ids';
import { Query, query } from '../../platform/database';

export interface DocumentOwner {
  readonly kind: 'purchase_order' | 'invoice' | 'goods_receipt';
  readonly id: number;
}

export const OWNER_COLUMN: Readonly<Record<DocumentOwner['kind'], string>> = {
  purchase_order: 'purchase_order_id',
  invoice: 'invoice_id',
  goods_receipt: 'goods_receipt_id',
};

export const DOCUMENT_COLUMNS = 'id, purchase_order_id, name, url, size, content_type';

export interface DocumentRow {
  readonly id: number;
  /** Null for a document of another record. */
  readonly purchase_order_id: OrderId | null;
  readonly name: string;
  /** URL of a link; null for an upload. */
  readonly url: string | null;
  /** Bytes of an upload; null for a link. */
  readonly size: number | null;
  /** Media type of an upload; null for a link. */
  readonly content_type: string | null;
}

/** Subquery: the documents of one record, oldest first, as a JSON array of {@link DocumentRow}s. Arguments are SQL. */
export const documentsSql = (
  at: { readonly tenantId: string } & (
    { readonly orderId: string } | { readonly invoiceId: string } | { readonly receiptId: string }
  ),
): string => `(
  SELECT coalesce(json_agg(json_build_object(
      'id', f.id, 'purchase_order_id', f.purchase_order_id, 'name', f.name, 'url', f.url, 'size', f.size,
      'content_type', f.content_type) ORDER BY f.id), '[]'::json)
    FROM documents f WHERE f.tenant_id = ${at.tenantId} AND ${ownedBy(at)})`;

function ownedBy(at: { readonly orderId?: string; readonly invoiceId?: string; readonly receiptId?: string }): string {
  if (at.orderId !== undefined) return `f.purchase_order_id = ${at.orderId}`;
  return at.invoiceId === undefined ? `f.goods_receipt_id = ${at.receiptId}` : `f.invoice_id = ${at.invoiceId}`;
}

/** The documents of these orders, oldest first, as {@link DocumentRow}s. */
export function documentsOf(tenantId: TenantId, orderIds: readonly OrderId[]): Query {
  return query(
    `SELECT ${DOCUMENT_COLUMNS}
       FROM documents
      WHERE tenant_id = $1 AND purchase_order_id = ANY ($2::bigint[])
      ORDER BY purchase_order_id, id`,
    [tenantId, orderIds],
  );
}
