import { type Decimal, minorUnits, round, ZERO } from '../../common/money';

/** What a budget carries, gross (VAT included), in its currency. */
export interface BudgetFigures {
  /** What submitted, undecided orders would cost. */
  readonly reserved: Decimal;
  /** What approved orders will still cost: ordered, not yet invoiced. */
  readonly committed: Decimal;
  /** Approved invoices less credit notes. */
  readonly spent: Decimal;
  /** Payments less refunds. */
  readonly paid: Decimal;
}

export const NO_FIGURES: BudgetFigures = { reserved: ZERO, committed: ZERO, spent: ZERO, paid: ZERO };

/** Sum of two, part by part. */
export function plus(a: BudgetFigures, b: BudgetFigures): BudgetFigures {
  return {
    reserved: a.reserved.plus(b.reserved),
    committed: a.committed.plus(b.committed),
    spent: a.spent.plus(b.spent),
    paid: a.paid.plus(b.paid),
  };
}

/** What is used of a budget: committed and spent. What is only reserved is not. */
export function used({ committed, spent }: Pick<BudgetFigures, 'committed' | 'spent'>): Decimal {
  return committed.plus(spent);
}

/** What is left to commit; negative when a budget was overspent. */
export function available(allocated: Decimal, figures: Pick<BudgetFigures, 'committed' | 'spent'>): Decimal {
  return allocated.minus(used(figures));
}

/** Percent used, unrounded: what thresholds are compared with. 0 when nothing is allocated. */
export function utilization(allocated: Decimal, figures: Pick<BudgetFigures, 'committed' | 'spent'>): Decimal {
  return allocated.eq(0) ? ZERO : used(figures).times(100).div(allocated);
}

/** Percent used as it is shown, two decimals. */
export function shownUtilization(allocated: Decimal, figures: Pick<BudgetFigures, 'committed' | 'spent'>): Decimal {
  return round(utilization(allocated, figures), 2);
}

/** Where the used money stands, by the status of what uses it. The three always sum to committed and spent. */
export interface Breakdown {
  readonly approvedUninvoiced: Decimal;
  /** Negative when more was paid than is owed: a credit after payment. */
  readonly invoicedPendingPayment: Decimal;
  readonly paid: Decimal;
}

/** The breakdown of a budget's figures. */
export function breakdown({ committed, spent, paid }: BudgetFigures): Breakdown {
  return { approvedUninvoiced: committed, invoicedPendingPayment: spent.minus(paid), paid };
}

/** Committed or invoiced, not yet paid. */
export function remainingAgainstCommitted(figures: BudgetFigures): Decimal {
  return used(figures).minus(figures.paid);
}

/** An amount as a sentence shows it. */
export function amountText(amount: Decimal, currency: string): string {
  return amount.toFixed(minorUnits(currency));
}
