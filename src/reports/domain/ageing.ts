import { addDays, type CalendarDate } from '../../common/clock';

/** How many of the waiting have waited longer than so many days. */
export const AGES = [3, 7, 14] as const;

/** Orders that wait, by the day they were submitted; of an earlier month its first day stands for all. */
export interface WaitingSince {
  readonly day: CalendarDate;
  readonly count: number;
}

/**
 * How many wait, and how many of them longer than each of {@link AGES}: submitted so many whole days before today, and
 * one more.
 */
export function ageing(waiting: readonly WaitingSince[], today: CalendarDate): { total: number; over: number[] } {
  const countBefore = (limit: CalendarDate): number =>
    waiting.filter(({ day }) => day < limit).reduce((sum, { count }) => sum + count, 0);
  return {
    total: waiting.reduce((sum, { count }) => sum + count, 0),
    over: AGES.map((age) => countBefore(addDays(today, -age))),
  };
}
