import { type Decimal, decimal, type DecimalInput, minorUnits, round, ZERO } from '../../../../common/money';

/** The running amounts of a budget, VAT included, in its currency. */
export interface BudgetAmounts {
  /** What submitted, undecided orders would cost. */
  readonly reserved: Decimal;
  /** What approved orders will still cost: ordered, not yet invoiced. */
  readonly committed: Decimal;
  /** Approved invoices less credit notes. */
  readonly spent: Decimal;
  /** Payments less refunds. */
  readonly paid: Decimal;
}

export const NO_AMOUNTS: BudgetAmounts = { reserved: ZERO, committed: ZERO, spent: ZERO, paid: ZERO };

/** The sum of both, amount by amount. */
export function plus(a: BudgetAmounts, b: BudgetAmounts): BudgetAmounts {
  return {
    reserved: a.reserved.plus(b.reserved),
    committed: a.committed.plus(b.committed),
    spent: a.spent.plus(b.spent),
    paid: a.paid.plus(b.paid),
  };
}

/** The amount used of a budget: committed and spent, without what is only reserved. */
export function used({ committed, spent }: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return committed.plus(spent);
}

/** The amount that may still be committed; negative for an overspent budget. */
export function available(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.minus(used(amounts));
}

/** Percent used, unrounded, as thresholds are compared with it; 0 when nothing is allocated. */
export function utilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.eq(0) ? ZERO : used(amounts).times(100).div(allocated);
}

/** Percent used, two decimals, as answers show it. */
export function shownUtilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return round(utilization(allocated, amounts), 2);
}

/** The used amount by the status of the documents that use it. The three sum to committed plus spent. */
export interface Breakdown {
  readonly approvedUninvoiced: Decimal;
  /** Negative when more was paid than is owed: a credit after payment. */
  readonly invoicedPendingPayment: Decimal;
  readonly paid: Decimal;
}

/** The breakdown of a budget's amounts. */
export function breakdown({ committed, spent, paid }: BudgetAmounts): Breakdown {
  return { approvedUninvoiced: committed, invoicedPendingPayment: spent.minus(paid), paid };
}

/** Committed or invoiced, not yet paid. */
export function remainingAgainstCommitted(amounts: BudgetAmounts): Decimal {
  return used(amounts).minus(amounts.paid);
}

/** An amount with the decimals of its currency, for messages: `1500.00`. */
export function amountText(amount: Decimal, currency: string): string {
  return amount.toFixed(minorUnits(currency));
}

/** The thresholds of a new budget, in percent used. */
export const DEFAULT_THRESHOLDS: readonly number[] = [80, 90, 100];

/** The thresholds that a rise of utilization crosses. */
export interface Crossing {
  readonly highest: Decimal;
  /** All of them, rising. */
  readonly crossed: readonly Decimal[];
}

/**
 * The thresholds above `before` and at or below `after`; undefined when there are none, as for any fall. After a fall below
 * a threshold a rise crosses it again, so that nothing has to be remembered between changes.
 * @param before utilization in percent, unrounded; `after` likewise
 */
export function crossing(thresholds: readonly DecimalInput[], before: Decimal, after: Decimal): Crossing | undefined {
  const crossed = thresholds
    .map(decimal)
    .filter((threshold) => threshold.gt(before) && threshold.lte(after))
    .sort((a, b) => a.cmp(b));
  const highest = crossed.at(-1);
  return highest && { highest, crossed };
}
