import { invalidField } from '../../../common/errors';
import { type LineAmounts, lineAmounts, TOTAL_LIMIT } from '../../../common/money';
import type { InvoiceLine } from './lines';
import { computedTotals, type HeaderTotals } from './totals';

/** A line with what it comes to. */
export interface PricedInvoiceLine {
  readonly line: InvoiceLine;
  readonly amounts: LineAmounts;
}

/**
 * Lines with what each comes to, and what they come to together.
 * @param field what the request calls its lines
 * @throws DomainError VALIDATION_ERROR on that field when the total is too large
 */
export function pricedLines(
  lines: readonly InvoiceLine[],
  currency: string,
  field: string,
): { readonly lines: readonly PricedInvoiceLine[]; readonly totals: HeaderTotals } {
  const totals = computedTotals(lines, currency);
  if (totals.total.gte(TOTAL_LIMIT)) throw invalidField(field, 'validation.total_too_large');
  return { lines: lines.map((line) => ({ line, amounts: lineAmounts(line, currency) })), totals };
}
