import type { BudgetId } from '../../common/records/ids';
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
 * vendor's; else one without a category. Of several the oldest; undefined when none fits. Where no active or frozen one
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
  const wanted = [categoryKey(subject.expenseType), categoryKey(subject.vendorCategory), ''];
  for (const key of wanted) {
    const found = byAge.find(({ category }) => categoryKey(category) === key);
    if (found) return found;
  }
  return undefined;
}

/** A category in the form in which categories are compared: NFKC, trimmed, lower case. Empty for none. */
export function categoryKey(category: string | null): string {
  return (category ?? '').normalize('NFKC').trim().toLowerCase();
}
