import { type Decimal, decimal, type DecimalInput } from '../../../common/money';

/** Percentages at which a new budget alerts. */
export const DEFAULT_THRESHOLDS: readonly number[] = [80, 90, 100];

/** Thresholds passed on the way up. */
export interface Crossing {
  readonly highest: Decimal;
  /** All of them, rising. */
  readonly crossed: readonly Decimal[];
}

/**
 * The thresholds that a rise passes: above where it began, at or below where it ended. A fall passes none, and what has
 * fallen below a threshold passes it again on the way up; so nothing has to be remembered.
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
