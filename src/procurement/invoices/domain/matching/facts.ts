import { type Decimal, max } from '../../../../common/money';
import type { InvoiceLineFacts } from '../entry/lines';
import type { HeaderTotals } from '../entry/totals';

export interface OrderLineFacts {
  readonly id: number;
  readonly lineNumber: number;
  readonly description: string;
  readonly unit: string | null;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
  readonly ordered: Decimal;
  /** Qa: received less rejected and returned quantities, without cancelled receipts. */
  readonly accepted: Decimal;
}

export interface OrderFacts {
  readonly vendorId: number;
  readonly currency: string;
  /** Whether the order is approved or completed. Other orders cannot be billed. */
  readonly billable: boolean;
  readonly lines: readonly OrderLineFacts[];
  /** Whether receipts are matched too, by the receiving policy of the tenant and the order. */
  readonly threeWay: boolean;
}

export interface InvoiceFacts {
  readonly vendorId: number;
  readonly currency: string;
  readonly lines: readonly InvoiceLineFacts[];
  readonly totals: HeaderTotals;
}

/** Qb: per order line id, the quantity that other invoices bill before this one. A missing id means 0. */
export type BilledBefore = ReadonlyMap<number, Decimal>;

interface OrderedLine {
  readonly quantity: Decimal;
  readonly closedQuantity: Decimal;
  readonly accepted: Decimal;
}

/**
 * Qo: the ordered quantity less the closed quantity. An accepted over-receipt (setting `over_receipt_pct`) counts as
 * ordered too, because the vendor bills what the buyer accepted. The order commits no more for it.
 */
export function orderedQuantity({ quantity, closedQuantity, accepted }: OrderedLine): Decimal {
  return max(quantity.minus(closedQuantity), accepted);
}
