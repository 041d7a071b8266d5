import type { BudgetId } from '../../../common/records/ids';
import { textKey } from '../../../common/records/keys';
import { type BudgetStatus, isChoosable } from './lifecycle';

/** A budget with the department, fiscal year and currency of the document. */
export interface CandidateBudget {
  readonly id: BudgetId;
  readonly category: string | null;
  /** Active, frozen, or closed after it was active. */
  readonly status: BudgetStatus;
}

/** The fields of an order or invoice that select its budget. */
export interface BudgetSubject {
  /** CAPEX or OPEX. */
  readonly expenseType: string;
  readonly vendorCategory: string | null;
}

/**
 * Selects the budget of a document by category: the expense type, otherwise the vendor category, otherwise none. Of
 * several, an exact spelling comes first, then the oldest. Without an active or frozen budget, a closed one is selected
 * and rejects the document, so that a close does not remove the control.
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

/** Categories are compared by this key ({@link textKey}); empty for none. */
export function categoryKey(category: string | null): string {
  return textKey(category ?? '');
}

/** Distinguishes categories that differed before {@link textKey} existed. Two budgets may have such categories. */
function asWritten(category: string | null): string {
  return (category ?? '').normalize('NFKC').trim().toLowerCase();
}
