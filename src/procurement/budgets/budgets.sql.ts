import { selectSql } from '../../platform/records';
import { personSql } from '../../organisation/users';
import { ShownMovement } from './entities/budget-movement.entity';
import { ShownBudget } from './entities/budget.entity';

/** Columns of a `BudgetRow` of a budget `b`. */
export const BUDGET = `
  ${selectSql(ShownBudget, 'b', { omit: ['departmentId'] })}, b.version,
  (SELECT json_build_object('id', d.id, 'name', d.name, 'code', d.code)
     FROM departments d WHERE d.tenant_id = b.tenant_id AND d.id = b.department_id) AS department,
  b.allocated_capex AS "allocatedCapex", b.allocated_opex AS "allocatedOpex", b.paid_amount AS "paidAmount",
  b.capex_reserved AS "capexReserved", b.capex_committed AS "capexCommitted", b.capex_spent AS "capexSpent"`;

/** Columns of a `MovementRow` of a movement `m`. */
export const MOVEMENT = `
  ${selectSql(ShownMovement, 'm')},
  (SELECT json_build_object('id', o.id, 'po_number', o.po_number)
     FROM purchase_orders o WHERE o.tenant_id = m.tenant_id AND o.id = m.purchase_order_id) AS "purchaseOrder",
  (SELECT json_build_object('id', i.id, 'invoice_number', i.invoice_number)
     FROM invoices i WHERE i.tenant_id = m.tenant_id AND i.id = m.invoice_id) AS invoice,
  (SELECT b.currency FROM budgets b WHERE b.tenant_id = m.tenant_id AND b.id = m.budget_id) AS currency,
  ${personSql('m.tenant_id', 'm.created_by_id')} AS "createdBy"`;
