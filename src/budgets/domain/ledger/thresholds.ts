import { type Decimal, decimal, type DecimalInput } from '../../../common/money';

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
