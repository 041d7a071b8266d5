import { type Decimal, max } from '../../common/money';
import type { Transaction } from '../../database';

interface Mark {
  /** The highest utilization that thresholds were compared with so far. */
  readonly told: Decimal;
  /** Where this transaction left it. */
  readonly left: Decimal;
}

const MARKS = Symbol('utilization of budgets when the transaction found them');

/** Remembers, for one transaction, from where a budget's utilization rose. */
export class UtilizationMarks {
  /**
   * Notes that a budget goes from one utilization to another.
   * @returns what thresholds are to be compared with: where the transaction found the budget, or what was told since
   */
  async raise(tx: Transaction, budgetId: number, from: Decimal, to: Decimal): Promise<Decimal> {
    const marks = await tx.once(MARKS, () => Promise.resolve(new Map<number, Mark>()));
    const known = marks.get(budgetId);
    // Found elsewhere than it was left: part of the transaction was rolled back, and others came in between.
    const base = known?.left.eq(from) ? known.told : from;
    marks.set(budgetId, { told: max(base, to), left: to });
    return base;
  }
}
