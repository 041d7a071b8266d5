import { isoSql } from '../../../platform/database';
import { jsonSql, selectSql } from '../../../platform/records';
import { documentsSql } from '../../documents';
import { personSql } from '../../../organisation/users';
import { RECEIPT_DETAILS, ShownReceipt, ShownReceiptLine } from '../entities/goods-receipt.entity';

/** Columns of a {@link ReceiptSummaryRow} over {@link RECEIPTS}. */
export const SUMMARY = `
  ${selectSql(ShownReceipt, 'g', { omit: RECEIPT_DETAILS })},
  json_build_object('id', o.id, 'po_number', o.po_number, 'status', o.status) AS purchase_order,
  json_build_object('id', v.id, 'name', v.name) AS vendor,
  ${personSql('g.tenant_id', 'g.created_by_id')} AS created_by`;

export const RECEIPTS = `goods_receipts g
  JOIN purchase_orders o ON o.tenant_id = g.tenant_id AND o.id = g.purchase_order_id
  JOIN vendors v ON v.tenant_id = o.tenant_id AND v.id = o.vendor_id`;

const LINES = `(SELECT json_agg(json_build_object(
      ${jsonSql(ShownReceiptLine, 'i')}, 'item_id', i.purchase_order_item_id,
      'line_number', p.line_number, 'description', p.description, 'unit', p.unit) ORDER BY p.line_number)
    FROM goods_receipt_items i
    JOIN purchase_order_items p ON p.tenant_id = i.tenant_id AND p.id = i.purchase_order_item_id
   WHERE i.tenant_id = g.tenant_id AND i.goods_receipt_id = g.id)`;

const RETURNS = `(SELECT coalesce(json_agg(json_build_object(
      'id', r.id, 'reason', r.reason, 'created_at', ${isoSql('r.created_at')}, 'created_by', ${personSql('g.tenant_id', 'r.created_by_id')},
      'lines', (SELECT json_agg(json_build_object('item_id', i.purchase_order_item_id, 'quantity', ri.quantity) ORDER BY ri.id)
                  FROM goods_return_items ri
                  JOIN goods_receipt_items i ON i.tenant_id = ri.tenant_id AND i.id = ri.goods_receipt_item_id
                 WHERE ri.tenant_id = r.tenant_id AND ri.goods_return_id = r.id)) ORDER BY r.id), '[]'::json)
    FROM goods_returns r WHERE r.tenant_id = g.tenant_id AND r.goods_receipt_id = g.id)`;

/** {@link ReceiptDetailRow}s. $1 is the tenant. */
export const WHOLE = `
  SELECT ${SUMMARY}, ${selectSql(ShownReceipt, 'g', { only: RECEIPT_DETAILS })},
         ${personSql('g.tenant_id', 'g.cancelled_by_id')} AS cancelled_by, g.version, ${LINES} AS lines, ${RETURNS} AS returns,
         ${documentsSql({ tenantId: 'g.tenant_id', receiptId: 'g.id' })} AS documents
    FROM ${RECEIPTS}
   WHERE g.tenant_id = $1`;

/** Values: tenant, receipt. */
export const DETAIL = `${WHOLE} AND g.id = $2`;

/** Whether the order exists. Values: tenant, order. */
export const ORDER = 'SELECT id FROM purchase_orders WHERE tenant_id = $1 AND id = $2';
