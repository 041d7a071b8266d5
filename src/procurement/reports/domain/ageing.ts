import { addDays, type CalendarDate } from '../../../common/clock';
import { countOf } from './groups';

/** The ages, in days, that the report of order statuses counts waiting orders by. */
export const AGES = [3, 7, 14] as const;

/**
 * How many orders wait that were submitted on a day. Orders of a month longer ago than the longest age may all stand under
 * the first day of that month.
 */
export interface WaitingSince {
  readonly day: CalendarDate;
  readonly count: number;
}

/**
 * How many orders wait, and how many of them have waited longer than each age.
 * @returns `over` in the order of {@link AGES}: an order counts over 3 days when it was submitted 4 days before today or
 *   earlier
 */
export function ageing(waiting: readonly WaitingSince[], today: CalendarDate): { total: number; over: number[] } {
  const countBefore = (limit: CalendarDate): number => countOf(waiting.filter(({ day }) => day < limit));
  return {
    total: countOf(waiting),
    over: AGES.map((age) => countBefore(addDays(today, -age))),
  };
}
