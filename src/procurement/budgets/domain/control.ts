import { DomainError } from '../../../common/errors';
import { type Decimal, toNumber } from '../../../common/money';
import type { Warning } from '../../../common/warnings';
import type { BudgetId } from '../../../common/records/ids';
import type { OverBudgetAction } from '../../../common/settings';
import { amountText, available, type BudgetAmounts } from './ledger/amounts';
import { BUDGET_LIFECYCLE, type BudgetStatus } from './lifecycle';

export interface ControlledBudget {
  readonly id: BudgetId;
  readonly name: string;
  readonly status: BudgetStatus;
  readonly currency: string;
  readonly allocated: Decimal;
  readonly amounts: BudgetAmounts;
}

/** All values except `sufficient` mean: the budget does not suffice, but the document may proceed. */
export type Verdict = 'sufficient' | 'overridden' | 'warned' | 'ignored';

/**
 * Checks that committed + spent + requested <= allocated, exactly.
 * @throws DomainError BUDGET_FROZEN, BUDGET_CLOSED; BUDGET_EXCEEDED if the tenant blocks and no admin overrides the
 * check
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

/** @throws DomainError BUDGET_FROZEN for a frozen budget, BUDGET_CLOSED for any other inactive one */
export function requireOpen({ id, name, status }: Pick<ControlledBudget, 'id' | 'name' | 'status'>): void {
  if (status === 'active') return;
  const isFrozen = status === 'frozen';
  throw new DomainError(
    isFrozen ? 'BUDGET_FROZEN' : 'BUDGET_CLOSED',
    { key: isFrozen ? 'budget.frozen' : 'budget.closed', params: { name } },
    { details: { budget_id: id, status, allowed_statuses: Object.keys(BUDGET_LIFECYCLE.freeze) } },
  );
}

/** An invoice was charged to `charged`, because the budget of its own fiscal year is closed. */
export function closedWarning(closed: { readonly name: string }, charged: { readonly name: string }): Warning {
  const params = { closed: closed.name, charged: charged.name };
  return { code: 'BUDGET_CLOSED', text: { key: 'budget.closed_year', params } };
}

/** A document proceeds although the budget does not suffice. */
export function exceededWarning(budget: ControlledBudget, requested: Decimal): Warning {
  return { code: 'BUDGET_EXCEEDED', text: { key: 'budget.exceeded', params: amountsText(budget, requested) } };
}

/**
 * Warns at submit if the budget minus all reservations does not suffice.
 * @param requested the order's total, not yet included in the budget's amounts
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
