import { addDays, type CalendarDate } from '../../../common/clock';
import { countOf } from './groups';

/** Age limits of pending orders, in days. */
export const AGES = [3, 7, 14] as const;

/** Pending orders by day of submit. Months before the longest age may be counted under their first day. */
export interface PendingSince {
  readonly day: CalendarDate;
  readonly count: number;
}

/**
 * The number of pending orders, and of those older than each age.
 * @returns `over` in the sequence of {@link AGES}: an order is over 3 days old if it was submitted at least 4 days ago
 */
export function ageing(waiting: readonly PendingSince[], today: CalendarDate): { total: number; over: number[] } {
  const countBefore = (limit: CalendarDate): number => countOf(waiting.filter(({ day }) => day < limit));
  return { total: countOf(waiting), over: AGES.map((age) => countBefore(addDays(today, -age))) };
}
