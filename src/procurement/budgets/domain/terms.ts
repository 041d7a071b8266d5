import { type FieldMessages, invalid, type Message } from '../../../common/errors';
import { type Decimal, minorUnits, roundMoney, sum, ZERO } from '../../../common/money';
import { amountText, type BudgetAmounts, used } from './ledger/amounts';
import type { BudgetStatus } from './lifecycle';
import { categoryKey } from './selection';

/** Null if not given. */
export interface AllocatedSplit {
  readonly capex: Decimal | null;
  readonly opex: Decimal | null;
}

/** The fields that users write. */
export interface BudgetTerms {
  readonly departmentId: number;
  readonly fiscalYear: number;
  readonly currency: string;
  /** Absent or null for none. */
  readonly category?: string | null;
  readonly allocated: Decimal;
  /** Amount for each expense type; null if not given. */
  readonly allocatedCapex: Decimal | null;
  readonly allocatedOpex: Decimal | null;
}

export interface TermsChange {
  readonly before: BudgetTerms;
  readonly after: BudgetTerms;
  /** The status after the change. */
  readonly status: BudgetStatus;
  readonly amounts: BudgetAmounts;
  /** Whether its ledger has movements. */
  readonly isUsed: boolean;
}

/**
 * @throws DomainError VALIDATION_ERROR on an amount with more decimals than the currency, parts above the total, or an
 * active budget with nothing allocated
 */
export function requireTerms(terms: BudgetTerms, status: BudgetStatus): void {
  refuse(faultsOf(terms, status));
}

/**
 * @throws DomainError VALIDATION_ERROR as {@link requireTerms}; also for an allocation below the used amount, and for
 * another department, year, currency or category of a used budget
 */
export function requireChange({ before, after, status, amounts, isUsed }: TermsChange): void {
  const fixed: Message = { key: 'budget.fixed_once_used' };
  const belowUsed: Message = { key: 'budget.below_used', params: { used: amountText(used(amounts), after.currency) } };
  const isBelowUsed = !after.allocated.eq(before.allocated) && after.allocated.lt(used(amounts));
  refuse({
    ...faultsOf(after, status),
    ...(isBelowUsed ? { allocated_amount: [belowUsed] } : {}),
    ...(isUsed && after.departmentId !== before.departmentId ? { department_id: [fixed] } : {}),
    ...(isUsed && after.fiscalYear !== before.fiscalYear ? { fiscal_year: [fixed] } : {}),
    ...(isUsed && after.currency !== before.currency ? { currency: [fixed] } : {}),
    ...(isUsed && categoryOf(after) !== categoryOf(before) ? { category: [fixed] } : {}),
  });
}

/** As given; otherwise, if the category is an expense type, the total for that type and 0 for the other. */
export function allocatedSplit(allocated: Decimal, category: string | null, split: AllocatedSplit): AllocatedSplit {
  if (split.capex !== null || split.opex !== null) return split;
  const key = categoryKey(category);
  if (key === 'capex') return { capex: allocated, opex: ZERO };
  if (key === 'opex') return { capex: ZERO, opex: allocated };
  return split;
}

const categoryOf = ({ category = null }: BudgetTerms): string => categoryKey(category);

function faultsOf(terms: BudgetTerms, status: BudgetStatus): FieldMessages {
  const { allocated, allocatedCapex, allocatedOpex, currency } = terms;
  const decimals: Message = { key: 'validation.decimals', params: { max: minorUnits(currency) } };
  const tooFine = (amount: Decimal | null): boolean => amount !== null && !roundMoney(amount, currency).eq(amount);
  const parts = sum([allocatedCapex ?? 0, allocatedOpex ?? 0]);
  return {
    ...(parts.gt(allocated) ? { allocations: [{ key: 'budget.parts_exceed_whole' }] } : {}),
    ...(tooFine(allocatedCapex) ? { 'allocations.capex': [decimals] } : {}),
    ...(tooFine(allocatedOpex) ? { 'allocations.opex': [decimals] } : {}),
    ...(status === 'active' && allocated.lte(0)
      ? { allocated_amount: [{ key: 'validation.greater_than', params: { min: 0 } }] }
      : {}),
    ...(tooFine(allocated) ? { allocated_amount: [decimals] } : {}),
  };
}

function refuse(faults: FieldMessages): void {
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
