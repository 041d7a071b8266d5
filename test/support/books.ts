import { BudgetVerification } from '../../src/procurement/budgets';
import { EvidenceVerification, Sealing } from '../../src/history/evidence';
import { FigureVerification } from '../../src/procurement/reports';
import type { Service } from './app';

/** Stored figures compared with their sources. Each statement returns one row per difference. */
const KEPT = {
  'order lines against receipts and invoices': `
    SELECT p.id, p.received_quantity, p.invoiced_quantity, came.quantity AS came, billed.quantity AS billed
      FROM purchase_order_items p
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(i.quantity_received - i.quantity_rejected - i.quantity_returned), 0) AS quantity
         FROM goods_receipt_items i
         JOIN goods_receipts g ON g.tenant_id = i.tenant_id AND g.id = i.goods_receipt_id AND g.status = 'posted'
        WHERE i.tenant_id = p.tenant_id AND i.purchase_order_item_id = p.id) came
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(l.quantity - l.credited_quantity), 0) AS quantity
         FROM invoice_items l
         JOIN invoices i ON i.tenant_id = l.tenant_id AND i.id = l.invoice_id AND i.status IN ('approved', 'paid')
        WHERE l.tenant_id = p.tenant_id AND l.matched_item_id = p.id) billed
     WHERE (p.received_quantity, p.invoiced_quantity) IS DISTINCT FROM (came.quantity, billed.quantity)`,
  'orders against their lines': `
    SELECT o.id, o.total_amount, sum(p.total_amount) AS lines
      FROM purchase_orders o
      JOIN purchase_order_items p ON p.tenant_id = o.tenant_id AND p.purchase_order_id = o.id
     GROUP BY o.tenant_id, o.id HAVING o.total_amount <> sum(p.total_amount)`,
  'invoices against their payments and credit notes': `
    SELECT i.id, i.paid_amount, i.credited_amount, paid.amount AS paid, credited.amount AS credited
      FROM invoices i
     CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM payments p
                          WHERE p.tenant_id = i.tenant_id AND p.invoice_id = i.id) paid
     CROSS JOIN LATERAL (SELECT coalesce(sum(c.amount), 0) AS amount FROM credit_notes c
                          WHERE c.tenant_id = i.tenant_id AND c.invoice_id = i.id AND c.cancelled_at IS NULL) credited
     WHERE (i.paid_amount, i.credited_amount) IS DISTINCT FROM (paid.amount, credited.amount)`,
  'vendors against their orders': `
    SELECT v.id, v.total_orders, v.total_spend, o.orders, o.spend
      FROM vendors v
      JOIN tenants t ON t.id = v.tenant_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS orders,
              coalesce(sum(o.total_amount) FILTER (WHERE o.currency = coalesce(v.currency, t.currency)), 0) AS spend
         FROM purchase_orders o
        WHERE o.tenant_id = v.tenant_id AND o.vendor_id = v.id AND o.status IN ('approved', 'completed')) o
     WHERE (v.total_orders, v.total_spend) IS DISTINCT FROM (o.orders, o.spend)`,
  'vendors against their newest bank details': `
    SELECT v.id, v.bank_name, newest.bank_name AS newest_name
      FROM vendors v
      LEFT JOIN LATERAL (SELECT a.* FROM vendor_bank_accounts a
                          WHERE a.tenant_id = v.tenant_id AND a.vendor_id = v.id ORDER BY a.version DESC LIMIT 1) newest ON true
     WHERE (v.bank_name, v.bank_account) IS DISTINCT FROM (newest.bank_name, newest.bank_account)`,
  'payments against the bank details that they went to': `
    SELECT p.id, p.bank_account_id, a.vendor_id, i.vendor_id AS invoice_of
      FROM payments p
      JOIN invoices i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id
      JOIN vendor_bank_accounts a ON a.tenant_id = p.tenant_id AND a.id = p.bank_account_id
     WHERE a.vendor_id <> i.vendor_id OR p.bank_account_verified IS NULL
        OR (p.bank_account_verified AND a.verified_at IS NULL)`,
  'payments and approvals against the audit log': `
    SELECT * FROM (
      SELECT 'payment' AS what, p.tenant_id, p.id, (SELECT count(*) FROM audit_log a
               WHERE a.tenant_id = p.tenant_id AND a.entity_type = 'invoice' AND a.entity_id = p.invoice_id
                 AND a.action IN ('payment_recorded', 'refund_recorded', 'payment_reversed')
                 AND coalesce(a.details->>'reversal_id', a.details->>'payment_id') = p.id::text
                 AND a.user_id IS NOT DISTINCT FROM p.created_by_id) AS entries FROM payments p
      UNION ALL
      SELECT 'invoice', i.tenant_id, i.id, (SELECT count(*) FROM audit_log a
               WHERE a.tenant_id = i.tenant_id AND a.entity_type = 'invoice' AND a.entity_id = i.id
                 AND a.action = 'approved' AND a.user_id = i.approved_by_id)
        FROM invoices i WHERE i.approved_at IS NOT NULL
      UNION ALL
      SELECT 'order', o.tenant_id, o.id, (SELECT count(*) FROM audit_log a
               WHERE a.tenant_id = o.tenant_id AND a.entity_type = 'purchase_order' AND a.entity_id = o.id
                 AND a.action = 'approved')
        FROM purchase_orders o WHERE o.approved_at IS NOT NULL) told
     WHERE entries <> 1`,
  'applied amendments against the audit log': `
    SELECT * FROM (
      SELECT m.tenant_id, m.purchase_order_id, m.id, (SELECT count(*) FROM audit_log a
               WHERE a.tenant_id = m.tenant_id AND a.entity_type = 'purchase_order' AND a.entity_id = m.purchase_order_id
                 AND a.action = 'amended' AND a.details->>'amendment_id' = m.id::text) AS entries
        FROM purchase_order_amendments m WHERE m.status = 'applied') told
     WHERE entries <> 1`,
  'versions against the changes that tell of them': `
    SELECT r.kind, r.id, r.version, e.told
      FROM (SELECT 'purchase_order' AS kind, tenant_id, id, version FROM purchase_orders
            UNION ALL SELECT 'goods_receipt', tenant_id, id, version FROM goods_receipts
            UNION ALL SELECT 'invoice', tenant_id, id, version FROM invoices
            UNION ALL SELECT 'vendor', tenant_id, id, version FROM vendors
            UNION ALL SELECT 'budget', tenant_id, id, version FROM budgets
            UNION ALL SELECT 'department', tenant_id, id, version FROM departments
            UNION ALL SELECT 'project', tenant_id, id, version FROM projects
            UNION ALL SELECT 'user', tenant_id, id, version FROM users
            UNION ALL SELECT 'webhook', tenant_id, id, version FROM webhook_subscriptions WHERE deleted_at IS NULL) r
      JOIN (SELECT tenant_id, resource_type, resource_id, max(resource_version) AS told FROM events
             WHERE resource_version IS NOT NULL GROUP BY 1, 2, 3) e
        ON e.tenant_id = r.tenant_id AND e.resource_type = r.kind AND e.resource_id = r.id
     WHERE e.told <> r.version`,
};

/** All figures of a service's tenants that do not add up, to the cent. Empty when the books are right. */
export async function disagreements({ app, owner }: Pick<Service, 'app' | 'owner'>): Promise<object> {
  const budgets = (await app.get(BudgetVerification).all()).differences;
  const figures = (await app.get(FigureVerification).all()).differences;
  await app.get(Sealing).sealAll();
  const evidence = (await app.get(EvidenceVerification).all()).findings;
  const found: Record<string, readonly object[]> = { budgets, 'figures of reports': figures, evidence };
  for (const [what, sql] of Object.entries(KEPT)) found[what] = (await owner.query<object>(sql)).rows;
  return Object.fromEntries(Object.entries(found).filter(([, rows]) => rows.length > 0));
}
