import { rowsByIds, type Transaction } from '../../../platform/database';
import { jsonSql } from '../../../platform/records';
import { WrittenInvoice, WrittenInvoiceItem } from '../../../procurement/invoices';
import { WrittenLine, WrittenOrder } from '../../../procurement/purchase-orders';
import type { StoredDocument } from '../domain/resent';

/** Reads documents in the form of their requests, with their totals, in one statement. */
const ORDERS = `
SELECT o.id, o.version, o.status,
       jsonb_build_object(
         ${jsonSql(WrittenOrder, 'o')}, 'subtotal', o.subtotal, 'vat_amount', o.vat_amount, 'total_amount', o.total_amount,
         'attachments', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'url', d.url) ORDER BY d.id), '[]')
                           FROM documents d
                          WHERE d.tenant_id = o.tenant_id AND d.purchase_order_id = o.id AND d.url IS NOT NULL)) AS fields,
       (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'fields', jsonb_build_object(
                 ${jsonSql(WrittenLine, 'l')}, 'vat_amount', l.vat_amount, 'total', l.total_amount)) ORDER BY l.line_number)
          FROM purchase_order_items l WHERE l.tenant_id = o.tenant_id AND l.purchase_order_id = o.id) AS lines
  FROM (${rowsByIds('FROM purchase_orders')}) o`;

/** An invoice of an order charges the budget of the order's department. */
const INVOICES = `
SELECT i.id, i.version, i.status,
       jsonb_build_object(
         ${jsonSql(WrittenInvoice, 'i', { omit: ['vendorInvoiceNumber', 'departmentId'] })},
         'po_id', i.purchase_order_id, 'invoice_number', i.vendor_invoice_number,
         'department_id', coalesce(i.department_id, o.department_id)) AS fields,
       (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'fields', jsonb_build_object(
                 ${jsonSql(WrittenInvoiceItem, 'l', { omit: ['purchaseOrderItemId'] })}, 'vat_amount', l.vat_amount,
                 'po_line_id', l.purchase_order_item_id, 'line_total', l.total)) ORDER BY l.line_number)
          FROM invoice_items l WHERE l.tenant_id = i.tenant_id AND l.invoice_id = i.id) AS lines
  FROM (${rowsByIds('FROM invoices')}) i
  LEFT JOIN purchase_orders o ON o.tenant_id = i.tenant_id AND o.id = i.purchase_order_id`;

const STATEMENTS = { purchase_orders: ORDERS, invoices: INVOICES } as const;

export async function storedDocuments(
  tx: Transaction,
  table: keyof typeof STATEMENTS,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredDocument>> {
  const rows = await tx.query<StoredDocument>(STATEMENTS[table], [tx.tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
