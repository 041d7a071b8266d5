import { DomainError } from '../../common/errors';
import { type Decimal, toNumber } from '../../common/money';
import type { Warning } from '../../common/messages/warning';
import { amountText, available, type BudgetAmounts } from './ledger/amounts';
import { BUDGET_LIFECYCLE, type BudgetStatus } from './lifecycle';

/** What a tenant wants done about an order that its budget cannot bear. */
export type OverBudgetAction = 'block' | 'warn' | 'ignore';

/** A budget as the check looks at it. */
export interface ControlledBudget {
  readonly id: number;
  readonly name: string;
  readonly status: BudgetStatus;
  readonly currency: string;
  readonly allocated: Decimal;
  readonly amounts: BudgetAmounts;
}

/** How a budget answered a request for money. */
export type Verdict = 'sufficient' | 'overridden' | 'warned' | 'ignored';

/**
 * Whether a budget bears so much more: committed + spent + requested <= allocated, to the cent.
 * @param override an administrator insists
 * @throws BUDGET_FROZEN for a budget that takes no new commitment; BUDGET_EXCEEDED where the tenant blocks
 */
export function requireSufficient(
  budget: ControlledBudget,
  requested: Decimal,
  { action, override }: { readonly action: OverBudgetAction; readonly override: boolean },
): Verdict {
  requireOpen(budget);
  if (requested.lte(available(budget.allocated, budget.amounts))) return 'sufficient';
  if (override) return 'overridden';
  if (action === 'block') throw exceeded(budget, requested);
  return action === 'warn' ? 'warned' : 'ignored';
}

/** @throws DomainError BUDGET_FROZEN unless the budget is active: only then it takes a new commitment */
export function requireOpen({ id, name, status }: ControlledBudget): void {
  if (status === 'active') return;
  throw new DomainError(
    'BUDGET_FROZEN',
    { key: status === 'frozen' ? 'budget.frozen' : 'budget.closed', params: { name } },
    { details: { budget_id: id, status, allowed_statuses: Object.keys(BUDGET_LIFECYCLE.freeze) } },
  );
}

/** Says that a budget does not bear so much more, and that it went on all the same. */
export function exceededWarning(budget: ControlledBudget, requested: Decimal): Warning {
  return { code: 'BUDGET_EXCEEDED', text: { key: 'budget.exceeded', params: amountsText(budget, requested) } };
}

/**
 * The warning at submit, where what other orders have reserved counts too: nothing is refused yet.
 * @param requested the order's total, not yet among the budget's amounts
 */
export function submitWarnings(budget: ControlledBudget, requested: Decimal, action: OverBudgetAction): Warning[] {
  const left = available(budget.allocated, budget.amounts).minus(budget.amounts.reserved);
  if (action === 'ignore' || requested.lte(left)) return [];
  const { shortfall: _, ...params } = {
    ...amountsText(budget, requested),
    reserved: amountText(budget.amounts.reserved, budget.currency),
  };
  return [{ code: 'BUDGET_EXCEEDED', text: { key: 'budget.will_exceed', params } }];
}

function exceeded(budget: ControlledBudget, requested: Decimal): DomainError {
  const left = available(budget.allocated, budget.amounts);
  return new DomainError(
    'BUDGET_EXCEEDED',
    { key: 'budget.exceeded', params: amountsText(budget, requested) },
    {
      details: {
        budget_id: budget.id,
        currency: budget.currency,
        available: toNumber(left),
        requested: toNumber(requested),
        shortfall: toNumber(requested.minus(left)),
      },
    },
  );
}

function amountsText({ name, currency, allocated, amounts }: ControlledBudget, requested: Decimal) {
  const left = available(allocated, amounts);
  return {
    name,
    currency,
    available: amountText(left, currency),
    requested: amountText(requested, currency),
    shortfall: amountText(requested.minus(left), currency),
  };
}
