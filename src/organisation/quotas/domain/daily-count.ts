import { addDays, type CalendarDate } from '../../../common/clock';

/**
 * How much of a day's allowance is taken. `day` lies ahead of today while mails wait for the days to come: all days
 * before it are full.
 */
export interface DailyCount {
  readonly day: CalendarDate;
  readonly used: number;
}

/** Nothing taken yet. */
export const NOTHING: DailyCount = { day: '0001-01-01', used: 0 };

/**
 * Counts one use of today's allowance.
 * @returns the new count; undefined when today's allowance is used up
 */
export function takeOne(count: DailyCount, today: CalendarDate, limit: number): DailyCount | undefined {
  const current = asOf(count, today);
  return current.day > today || current.used >= limit ? undefined : { day: today, used: current.used + 1 };
}

/**
 * Gives each of some mails, in their order, the first day whose quota is not used up: today or a later one.
 * @param limit mails of a day, at least 1
 * @returns the day of each, and the new count
 */
export function takeDays(
  count: DailyCount,
  today: CalendarDate,
  { limit, howMany }: { readonly limit: number; readonly howMany: number },
): { readonly days: readonly CalendarDate[]; readonly count: DailyCount } {
  let { day, used } = asOf(count, today);
  const days: CalendarDate[] = [];
  while (days.length < howMany) {
    if (used >= limit) [day, used] = [addDays(day, 1), 0];
    used += 1;
    days.push(day);
  }
  return { days, count: { day, used } };
}

/** How much of today's allowance is used: all of it while mails wait for a later day. */
export function usedToday(count: DailyCount, today: CalendarDate, limit: number): number {
  const { day, used } = asOf(count, today);
  return day > today ? limit : used;
}

/** The count as of today: 0 where it is of an earlier day. A later day stays: another instance's clock may be ahead. */
function asOf(count: DailyCount, today: CalendarDate): DailyCount {
  return count.day < today ? { day: today, used: 0 } : count;
}
