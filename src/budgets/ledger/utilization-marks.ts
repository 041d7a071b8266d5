import { type Decimal, max } from '../../common/money';
import type { BudgetId } from '../../common/records/ids';
import type { Transaction } from '../../database';

interface Mark {
  /** The highest utilization that was compared with thresholds in this transaction; percent. */
  readonly told: Decimal;
  /** The utilization after this transaction's latest change; percent. */
  readonly left: Decimal;
}

const MARKS = Symbol('utilization of budgets when the transaction found them');

/** Remembers, for each transaction, the utilization of budgets before its first change. */
export class UtilizationMarks {
  /**
   * Notes that a change takes a budget from one utilization to another; percent, unrounded.
   * @returns the utilization from which a threshold counts as crossed: the one that the transaction found the budget with,
   *   or the highest since
   */
  async raise(tx: Transaction, budgetId: BudgetId, from: Decimal, to: Decimal): Promise<Decimal> {
    const marks = await tx.once(MARKS, () => Promise.resolve(new Map<BudgetId, Mark>()));
    const known = marks.get(budgetId);
    // Not where this transaction left it: a savepoint was rolled back, so the mark no longer holds.
    const base = known?.left.eq(from) ? known.told : from;
    marks.set(budgetId, { told: max(base, to), left: to });
    return base;
  }
}
