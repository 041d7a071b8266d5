import type { Decimal } from '../../../../common/money';
import { type Allowance, allowanceOn } from '../matching/line-match';
import type { MatchResult } from '../matching/match';

/**
 * Whether an invoice bills more than was agreed on: something of it is beyond tolerance, or it bills more of a line than was
 * ordered, though receipts above the order were allowed. A price that is too low is in our favour.
 * @param ordered what was ordered of each line, before any close
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
