import { addDays, type CalendarDate } from '../../../common/clock';

/** Limits of a tenant. Only the operator can set them. */
export interface Quotas {
  /** Maximum size of all uploaded documents, MiB. */
  readonly storage_quota_mb: number;
  /** Maximum invitations per day (UTC). */
  readonly invitations_per_day: number;
  /** Maximum mails per day (UTC), at least 1. Security notices have a separate quota of the same size. */
  readonly mails_per_day: number;
}

export type QuotaName = keyof Quotas;

/** Minimum of each quota. With 0 mails per day, pending mail would wait forever. */
const LEAST_QUOTA: Quotas = { storage_quota_mb: 0, invitations_per_day: 0, mails_per_day: 1 };
export const QUOTA_NAMES = Object.keys(LEAST_QUOTA) as readonly QuotaName[];

/** Maximum of each quota: as MiB it is still an exact integer of bytes in JavaScript. */
export const MOST_QUOTA = 1_000_000_000;

export const BYTES_OF_MB = 1024 * 1024;

export function isQuota(name: QuotaName, value: number): boolean {
  return Number.isInteger(value) && value >= LEAST_QUOTA[name] && value <= MOST_QUOTA;
}

/** MiB, rounded up to a tenth, so that a full storage never looks as if space were left. */
export function inMb(bytes: number): number {
  return Math.ceil((bytes * 10) / BYTES_OF_MB) / 10;
}

/** `day` is in the future while mails wait for later days: all days before it are used up. */
export interface DailyCount {
  readonly day: CalendarDate;
  readonly used: number;
}

export const NOTHING: DailyCount = { day: '0001-01-01', used: 0 };

/** @returns the new count; undefined if today's quota is used up */
export function takeOne(count: DailyCount, today: CalendarDate, limit: number): DailyCount | undefined {
  const current = asOf(count, today);
  return current.day > today || current.used >= limit ? undefined : { day: today, used: current.used + 1 };
}

/** Assigns each mail, in order, to the first day with free quota. */
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

/** All of it while mails wait for a later day. */
export function usedToday(count: DailyCount, today: CalendarDate, limit: number): number {
  const { day, used } = asOf(count, today);
  return day > today ? limit : used;
}

/** Resets a count of an earlier day. Keeps one of a later day: the clock of another instance may be ahead. */
function asOf(count: DailyCount, today: CalendarDate): DailyCount {
  return count.day < today ? { day: today, used: 0 } : count;
}
