import type { Decimal } from '../../../../common/money';
import { type Allowance, allowanceOn } from '../matching/line-match';
import type { MatchResult } from '../matching/match';

/**
 * Whether an invoice bills more than agreed: a deviation beyond tolerance, or a billed quantity above the ordered one
 * even if an over-receipt was allowed. A price below the order does not count.
 * @param ordered ordered quantity per line, before any close
 */
export function isBeyondAgreed(
  { reasons, lines }: Pick<MatchResult, 'reasons' | 'lines'>,
  ordered: ReadonlyMap<number, Decimal>,
  allowance: Allowance,
): boolean {
  if (reasons.some(({ code }) => code !== 'PRICE_UNDER')) return true;
  return lines.some(({ billed }) => {
    const limit = billed && ordered.get(billed.line.id);
    return limit && billed.before.plus(billed.quantity).gt(limit.plus(allowanceOn(limit, allowance)));
  });
}
