import { type Decimal, max } from '../../../../common/money';
import type { InvoiceLineFacts } from '../entry/lines';
import type { HeaderTotals } from '../entry/totals';

/** A line of the order as the match sees it. */
export interface OrderLineFacts {
  readonly id: number;
  readonly lineNumber: number;
  readonly description: string;
  readonly unit: string | null;
  readonly unitPrice: Decimal;
  /** Percent. */
  readonly vatRate: Decimal;
  /** Qo: ordered, or what a close left of it, or what was accepted beyond that; see {@link orderedQuantity}. */
  readonly ordered: Decimal;
  /** Qa: received less rejected less returned, cancelled receipts apart. */
  readonly accepted: Decimal;
}

/** The order an invoice bills. */
export interface OrderFacts {
  readonly vendorId: number;
  readonly currency: string;
  /** Whether the order is approved or completed: only then may it be billed. */
  readonly billable: boolean;
  readonly lines: readonly OrderLineFacts[];
  /** Whether receipts are matched too: the receiving policy of the tenant and the order decides. */
  readonly threeWay: boolean;
}

/** The invoice to be matched. */
export interface InvoiceFacts {
  readonly vendorId: number;
  readonly currency: string;
  readonly lines: readonly InvoiceLineFacts[];
  /** The header it carries, printed by the vendor or computed. */
  readonly totals: HeaderTotals;
}

/** Qb: for each order line id, what other invoices bill before this one. A line not named is 0. */
export type BilledBefore = ReadonlyMap<number, Decimal>;

/** An order line as far as quantities go. */
interface OrderedLine {
  readonly quantity: Decimal;
  /** What a short close took off the quantity. */
  readonly closedQuantity: Decimal;
  /** Received less rejected less returned. */
  readonly accepted: Decimal;
}

/**
 * Qo: what is ordered of a line, or what a close left of it. What was accepted beyond it (the setting `over_receipt_pct`
 * allowed that) counts as ordered too: the vendor bills what the buyer took. Only in matching: the order commits no more.
 */
export function orderedQuantity({ quantity, closedQuantity, accepted }: OrderedLine): Decimal {
  return max(quantity.minus(closedQuantity), accepted);
}
