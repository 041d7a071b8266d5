import { invalid, invalidField, invalidStatus, type Message } from '../../../common/errors';
import type { BudgetId } from '../../../common/records/ids';
import type { BudgetAction, BudgetStatus } from './lifecycle';
import { categoryKey } from './selection';

/** The fields of a budget that a carry-forward checks. */
export interface CarryingBudget {
  readonly id: BudgetId;
  readonly status: BudgetStatus;
  readonly departmentId: number;
  readonly category: string | null;
  readonly currency: string;
  readonly fiscalYear: number;
}

/** Statuses that accept no new commitments. */
const LEFT_BEHIND: readonly BudgetStatus[] = ['closed', 'frozen'];

/**
 * The target must be the active budget of the next year with the same department, category and currency.
 * @throws DomainError VALIDATION_ERROR on `to_budget_id`, with all reasons
 */
export function requireCarryTarget<B extends CarryingBudget>(from: CarryingBudget, to: B | undefined): B {
  if (!to) throw invalidField('to_budget_id', 'validation.exists');
  const faults = faultsOf(from, to);
  if (faults.length > 0) throw invalid({ to_budget_id: faults });
  return to;
}

/** @throws DomainError INVALID_STATUS for a budget that accepts new commitments */
export function requireCarrySource({ status }: Pick<CarryingBudget, 'status'>): void {
  if (!LEFT_BEHIND.includes(status)) throw invalidStatus(status, 'carry_forward', LEFT_BEHIND);
}

/**
 * After a carry-forward the whole amount is available again, so another activation needs comments.
 * @throws DomainError VALIDATION_ERROR on `comments`
 */
export function requireReasonAfterCarry(
  carried: boolean,
  action: BudgetAction | undefined,
  comments: string | undefined,
): void {
  const isAgain = carried && (action === 'activate' || action === 'reopen');
  if (isAgain && !comments) throw invalidField('comments', 'budget.comments_after_carry');
}

function faultsOf(from: CarryingBudget, to: CarryingBudget): readonly Message[] {
  const rules: readonly (readonly [boolean, Message])[] = [
    [to.departmentId === from.departmentId, { key: 'budget.carry_department' }],
    [categoryKey(to.category) === categoryKey(from.category), { key: 'budget.carry_category' }],
    [to.currency === from.currency, { key: 'budget.carry_currency', params: { currency: from.currency } }],
    [to.fiscalYear === from.fiscalYear + 1, { key: 'budget.carry_year', params: { year: from.fiscalYear + 1 } }],
    [to.status === 'active', { key: 'budget.carry_status', params: { status: to.status } }],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault);
}
