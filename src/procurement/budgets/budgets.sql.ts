import { isoSql } from '../../platform/database';
import { personSql } from '../../organisation/users';

/** Columns of a `BudgetRow` of a budget `b`. */
export const BUDGET = `
  b.id, b.name, b.category, b.currency,
  (SELECT json_build_object('id', d.id, 'name', d.name, 'code', d.code)
     FROM departments d WHERE d.tenant_id = b.tenant_id AND d.id = b.department_id) AS department,
  b.fiscal_year, b.status, b.notes, b.allocated_amount, b.allocated_capex, b.allocated_opex, b.reserved_amount,
  b.committed_amount, b.spent_amount, b.paid_amount, b.capex_reserved, b.capex_committed, b.capex_spent,
  b.alert_thresholds, b.external_id, b.metadata, ${isoSql('b.created_at')} AS created_at, ${isoSql('b.updated_at')} AS updated_at, b.version`;

/** Columns of a `MovementRow` of a movement `m`. */
export const MOVEMENT = `
  m.id, m.type, m.expense_type, m.reserved_change, m.committed_change, m.spent_change, m.paid_change,
  (SELECT json_build_object('id', o.id, 'po_number', o.po_number)
     FROM purchase_orders o WHERE o.tenant_id = m.tenant_id AND o.id = m.purchase_order_id) AS purchase_order,
  (SELECT json_build_object('id', i.id, 'invoice_number', i.invoice_number)
     FROM invoices i WHERE i.tenant_id = m.tenant_id AND i.id = m.invoice_id) AS invoice,
  (SELECT b.currency FROM budgets b WHERE b.tenant_id = m.tenant_id AND b.id = m.budget_id) AS currency,
  ${personSql('m.tenant_id', 'm.created_by_id')} AS created_by,
  ${isoSql('m.created_at')} AS created_at`;
