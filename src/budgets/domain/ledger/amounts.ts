import { type Decimal, minorUnits, round, ZERO } from '../../../common/money';

/** What a budget carries, gross (VAT included), in its currency. */
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

/** Sum of two, part by part. */
export function plus(a: BudgetAmounts, b: BudgetAmounts): BudgetAmounts {
  return {
    reserved: a.reserved.plus(b.reserved),
    committed: a.committed.plus(b.committed),
    spent: a.spent.plus(b.spent),
    paid: a.paid.plus(b.paid),
  };
}

/** What is used of a budget: committed and spent. What is only reserved is not. */
export function used({ committed, spent }: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return committed.plus(spent);
}

/** What is left to commit; negative when a budget was overspent. */
export function available(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.minus(used(amounts));
}

/** Percent used, unrounded: what thresholds are compared with. 0 when nothing is allocated. */
export function utilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return allocated.eq(0) ? ZERO : used(amounts).times(100).div(allocated);
}

/** Percent used as it is shown, two decimals. */
export function shownUtilization(allocated: Decimal, amounts: Pick<BudgetAmounts, 'committed' | 'spent'>): Decimal {
  return round(utilization(allocated, amounts), 2);
}

/** Where the used money stands, by the status of what uses it. The three always sum to committed and spent. */
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

/** An amount as a sentence shows it. */
export function amountText(amount: Decimal, currency: string): string {
  return amount.toFixed(minorUnits(currency));
}
