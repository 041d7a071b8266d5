import type { StoredWarnings, Warning } from '../../../common/warnings';
import { decimal } from '../../../common/money';
import type { OverBudgetAction } from '../../../common/settings';
import { withInitialValues } from '../../../organisation/tenants';
import { type ControlledBudget, submitWarnings } from '../domain/control';
import { CHOOSABLE_STATUSES } from '../domain/lifecycle';
import { categoryKey } from '../domain/selection';
import { NO_AMOUNTS } from '../domain/ledger/amounts';

/** Expense type of an invoice without an order. Most such invoices are running costs. */
export const EXPENSE_TYPE_WITHOUT_ORDER = 'OPEX';

export const NO_BUDGET: Warning = { code: 'NO_BUDGET', text: { key: 'budget.no_budget' } };

/** A budget below its reservations. Amounts are numeric text; `reserved` contains other orders only. */
interface Short extends Pick<ControlledBudget, 'id' | 'name' | 'status' | 'currency'> {
  readonly amounts: Readonly<Record<'allocated' | 'committed' | 'spent' | 'reserved' | 'requested', string>>;
  readonly action: OverBudgetAction | null;
}

type Cause = { readonly none: true } | { readonly short: Short };

const NONE = `json_build_object('none', true)`;

const MOVED = 'budget_movements m WHERE m.tenant_id = $1 AND m.purchase_order_id = o.id';

/** Warnings of an order `o`: no budget; and while pending, a budget that will not suffice. */
export const ORDER_WARNINGS: StoredWarnings = {
  sql: `CASE
    WHEN o.status = 'pending_approval' THEN (
      SELECT CASE WHEN b.id IS NULL THEN ${NONE}
                  WHEN b.allocated_amount - b.committed_amount - b.spent_amount < b.reserved_amount THEN json_build_object('short',
                    json_build_object('id', b.id, 'name', b.name, 'status', b.status, 'currency', b.currency,
                      'action', (SELECT t.settings->>'over_budget_action' FROM tenants t WHERE t.id = $1),
                      'amounts', json_build_object('allocated', b.allocated_amount::text, 'committed', b.committed_amount::text,
                        'spent', b.spent_amount::text, 'reserved', (b.reserved_amount - held.own)::text,
                        'requested', held.own::text))) END
        FROM (SELECT) order_itself
        LEFT JOIN ((SELECT m.budget_id, sum(m.reserved_change) AS own FROM ${MOVED}
                     GROUP BY m.budget_id HAVING sum(m.reserved_change) > 0) held
                   JOIN budgets b ON b.tenant_id = $1 AND b.id = held.budget_id) ON true)
    WHEN o.status IN ('approved', 'completed') AND NOT EXISTS (SELECT FROM ${MOVED} AND m.committed_change > 0) THEN ${NONE}
  END`,
  of: (cause) => warningsOf(cause as Cause | null),
};

/** Warning of an invoice `i` without an order: it has no budget, or had none when it was approved. */
export const INVOICE_WARNINGS: StoredWarnings = {
  sql: `CASE
    WHEN i.purchase_order_id IS NULL AND i.total > 0 AND CASE
      WHEN i.status IN ('submitted', 'pending') THEN NOT EXISTS (
        SELECT FROM budgets b
         WHERE b.tenant_id = $1 AND b.department_id = i.department_id AND b.fiscal_year = i.fiscal_year AND b.currency = i.currency
           AND (b.status IN (${CHOOSABLE_STATUSES.map((status) => `'${status}'`).join(', ')})
             OR b.status = 'closed' AND b.activated_at IS NOT NULL)
           AND b.category_key IN ('', '${categoryKey(EXPENSE_TYPE_WITHOUT_ORDER)}',
                 (SELECT v.category_key FROM vendors v WHERE v.tenant_id = $1 AND v.id = i.vendor_id)))
      WHEN i.status IN ('approved', 'paid') THEN NOT EXISTS (
        SELECT FROM budget_movements m WHERE m.tenant_id = $1 AND m.invoice_id = i.id)
      ELSE false END THEN ${NONE}
  END`,
  of: (cause) => warningsOf(cause as Cause | null),
};

function warningsOf(cause: Cause | null): readonly Warning[] {
  if (cause === null) return [];
  if ('none' in cause) return [NO_BUDGET];
  const { amounts, action, ...budget } = cause.short;
  const { over_budget_action } = withInitialValues(action === null ? {} : { over_budget_action: action });
  const { allocated, requested, ...others } = amounts;
  const [committed, spent, reserved] = [decimal(others.committed), decimal(others.spent), decimal(others.reserved)];
  const before = { ...budget, allocated: decimal(allocated), amounts: { ...NO_AMOUNTS, committed, spent, reserved } };
  return submitWarnings(before, decimal(requested), over_budget_action);
}
