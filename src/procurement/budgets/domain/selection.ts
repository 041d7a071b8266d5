import type { BudgetId } from '../../../common/records/ids';
import { textKey } from '../../../common/records/keys';
import { type BudgetStatus, isChoosable } from './lifecycle';

/** A budget that an order could be charged to: of its department, fiscal year and currency. */
export interface CandidateBudget {
  readonly id: BudgetId;
  readonly category: string | null;
  /** Active, frozen, or closed after it was active. */
  readonly status: BudgetStatus;
}

/** What of an order or invoice decides between candidates. */
export interface BudgetSubject {
  /** CAPEX or OPEX. */
  readonly expenseType: string;
  readonly vendorCategory: string | null;
}

/**
 * The budget that an order is charged to: one whose category is the order's expense type; else one whose category is its
 * vendor's; else one without a category. Of several the one whose category is written the same, else the oldest; undefined when none fits. Where no active or frozen one
 * fits, it is a closed one that would, which then refuses: to close a budget does not lift its control.
 */
export function chooseBudget<B extends CandidateBudget>(
  candidates: readonly B[],
  subject: BudgetSubject,
): B | undefined {
  const isOpen = ({ status }: B): boolean => isChoosable(status);
  return fitting(candidates.filter(isOpen), subject) ?? fitting(candidates, subject);
}

function fitting<B extends CandidateBudget>(candidates: readonly B[], subject: BudgetSubject): B | undefined {
  const byAge = [...candidates].sort((a, b) => a.id - b.id);
  for (const wanted of [subject.expenseType, subject.vendorCategory, null]) {
    const equal = byAge.filter(({ category }) => categoryKey(category) === categoryKey(wanted));
    const found = equal.find(({ category }) => asWritten(category) === asWritten(wanted)) ?? equal[0];
    if (found) return found;
  }
  return undefined;
}

/** The key by which categories are compared ({@link textKey}). Empty for none. */
export function categoryKey(category: string | null): string {
  return textKey(category ?? '');
}

/** Tells categories apart that were different before {@link textKey} compared them: two budgets may have such ones. */
function asWritten(category: string | null): string {
  return (category ?? '').normalize('NFKC').trim().toLowerCase();
}
