import { addDays, type CalendarDate } from '../../../common/clock';

/** What a tenant may use at most. The operator sets it; a tenant can only read it. */
export interface Quotas {
  /** Bytes of uploaded documents in all, in MiB. */
  readonly storage_quota_mb: number;
  /** Invitations sent in a day (UTC). */
  readonly invitations_per_day: number;
  /** Mails in a day (UTC), at least 1; as many security notices may be sent beside them. */
  readonly mails_per_day: number;
}

export type QuotaName = keyof Quotas;

/** The least that each quota can be. With no mail a day, what waits would wait for ever. */
const LEAST_QUOTA: Quotas = { storage_quota_mb: 0, invitations_per_day: 0, mails_per_day: 1 };
export const QUOTA_NAMES = Object.keys(LEAST_QUOTA) as readonly QuotaName[];

/** The largest value of any quota: its MiB in bytes are still an exact integer in JavaScript. */
export const MOST_QUOTA = 1_000_000_000;

export const BYTES_OF_MB = 1024 * 1024;

/** Whether a tenant can have this quota. */
export function isQuota(name: QuotaName, value: number): boolean {
  return Number.isInteger(value) && value >= LEAST_QUOTA[name] && value <= MOST_QUOTA;
}

/**
 * Bytes as people read them beside a quota.
 * @returns MiB, rounded up to a tenth, so that a full storage never reads as if something were left
 */
export function inMb(bytes: number): number {
  return Math.ceil((bytes * 10) / BYTES_OF_MB) / 10;
}

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
