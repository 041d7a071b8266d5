import { invalidField } from '../../../common/errors';
import { decimal, lineAmounts } from '../../../common/money';
import type { InvoiceLine } from './lines';
import { computedTotals, type HeaderTotals } from './totals';
import type { LineRecord } from '../../invoices.repository';

/** A document's total stays below this: up to here a JSON number is exact to the minor unit. */
const TOTAL_LIMIT = decimal('1e12');

/**
 * Lines with what each comes to, and what they come to together.
 * @throws VALIDATION_ERROR on the lines' field when the total is too large
 */
export function pricedLines(
  lines: readonly InvoiceLine[],
  currency: string,
  field: string,
): { readonly lines: readonly LineRecord[]; readonly totals: HeaderTotals } {
  const totals = computedTotals(lines, currency);
  if (totals.total.gte(TOTAL_LIMIT)) throw invalidField(field, 'validation.total_too_large');
  return { lines: lines.map((line) => ({ line, amounts: lineAmounts(line, currency) })), totals };
}
