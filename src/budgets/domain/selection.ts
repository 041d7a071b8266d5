import type { BudgetId } from '../../common/records/ids';

/** A budget that could be an order's: same department, fiscal year and currency, active or frozen. */
export interface CandidateBudget {
  readonly id: BudgetId;
  readonly category: string | null;
}

/** What of an order decides between them. */
export interface BudgetSubject {
  /** CAPEX or OPEX. */
  readonly expenseType: string;
  readonly vendorCategory: string | null;
}

/**
 * The budget of an order: one whose category is the order's expense type, else its vendor's category, else one without
 * a category; of several the oldest. Undefined when none fits.
 */
export function chooseBudget<B extends CandidateBudget>(
  candidates: readonly B[],
  subject: BudgetSubject,
): B | undefined {
  const byAge = [...candidates].sort((a, b) => a.id - b.id);
  const wanted = [categoryKey(subject.expenseType), categoryKey(subject.vendorCategory), ''];
  for (const key of wanted) {
    const found = byAge.find(({ category }) => categoryKey(category) === key);
    if (found) return found;
  }
  return undefined;
}

/** A category as it is compared: people write it by hand. The empty text is none. */
export function categoryKey(category: string | null): string {
  return (category ?? '').normalize('NFKC').trim().toLowerCase();
}
