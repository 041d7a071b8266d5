import { type Decimal, decimal, type DecimalInput, minorUnits, round, ZERO } from '../../../../common/money';

/** Running amounts of a budget, including VAT, in its currency. */
export interface BudgetAmounts {
  /** Total of submitted, undecided orders. */
  readonly reserved: Decimal;
  /** Approved orders, without their invoiced part. */
  readonly committed: Decimal;
  /** Approved invoices minus credit notes. */
  readonly spent: Decimal;
  /** Payments minus refunds. */
  readonly paid: Decimal;
}

export const NO_AMOUNTS: BudgetAmounts = { reserved: ZERO, committed: ZERO, spent: ZERO, paid: ZERO };

export function plus(a: BudgetAmounts, b: BudgetAmounts): BudgetAmounts {
  return {
    reserved: a.reserved.plus(b.reserved),
    committed: a.committed.plus(b.committed),
    spent: a.spent.plus(b.spent),
    paid: a.paid.plus(b.paid),
  };
}

/** Committed and spent, without reservations. */
export function used({ committed, spent }: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return committed.plus(spent);
}

/** Amount left to commit; negative if overspent. */
export function available(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.minus(used(amounts));
}

/** Percent used, unrounded for comparison with thresholds; 0 if nothing is allocated. */
export function utilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.eq(0) ? ZERO : used(amounts).times(100).div(allocated);
}

/** Percent used, with two decimals for responses. */
export function shownUtilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return round(utilization(allocated, amounts), 2);
}

/**
 * The used amount by document status; the parts add up to committed plus spent. `invoicedPendingPayment` is negative if
 * more was paid than is owed, after a credit.
 */
export function breakdown({ committed, spent, paid }: BudgetAmounts) {
  return { approvedUninvoiced: committed, invoicedPendingPayment: spent.minus(paid), paid };
}

/** Committed or invoiced, not yet paid. */
export function remainingAgainstCommitted(amounts: BudgetAmounts): Decimal {
  return used(amounts).minus(amounts.paid);
}

/** With the decimals of the currency: `1500.00`. */
export function amountText(amount: Decimal, currency: string): string {
  return amount.toFixed(minorUnits(currency));
}

/** Percent used. */
export const DEFAULT_THRESHOLDS: readonly number[] = [80, 90, 100];

export interface Crossing {
  readonly highest: Decimal;
  /** Ascending. */
  readonly crossed: readonly Decimal[];
}

/**
 * The thresholds that a change crosses upwards: above `before`, and at or below `after`; undefined if there are none.
 * No state is needed, because a threshold can be crossed again after a fall. Both in percent, unrounded.
 */
export function crossing(thresholds: readonly DecimalInput[], before: Decimal, after: Decimal): Crossing | undefined {
  const crossed = thresholds
    .map(decimal)
    .filter((threshold) => threshold.gt(before) && threshold.lte(after))
    .sort((a, b) => a.cmp(b));
  const highest = crossed.at(-1);
  return highest && { highest, crossed };
}
