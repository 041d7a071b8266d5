/**
 * Where the time comes from. Rules and services ask this, never `new Date()`, so that a test can stand on the day
 * boundary and a story can move a year ahead.
 */
export abstract class Clock {
  /** The present instant. */
  abstract now(): Date;

  /** The present calendar day, UTC, as `YYYY-MM-DD`. */
  today(): CalendarDate {
    return calendarDate(this.now());
  }
}

/** The machine's clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A calendar day `YYYY-MM-DD`, in UTC where an instant had to be turned into a day. */
export type CalendarDate = string;

/** The UTC day of an instant. */
export function calendarDate(instant: Date): CalendarDate {
  return instant.toISOString().slice(0, 10);
}

/** The day this many days later (earlier when negative). */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  const instant = new Date(`${day}T00:00:00.000Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return calendarDate(instant);
}

/** A span of time; a side that is left out is open. */
export interface Instants {
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

/** Whether the text is a day that exists: `2024-02-29` is, `2025-02-30` is not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && calendarDate(instant) === text;
}

/**
 * The fiscal year a day belongs to, named by the calendar year in which that fiscal year ends.
 * @param startMonth 1 to 12; with 1 it is the calendar year
 */
export function fiscalYear(day: CalendarDate, startMonth: number): number {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  return startMonth > 1 && month >= startMonth ? year + 1 : year;
}

/** First day of a fiscal year. */
export function fiscalYearStart(year: number, startMonth: number): CalendarDate {
  const calendarYear = startMonth > 1 ? year - 1 : year;
  return `${calendarYear}-${String(startMonth).padStart(2, '0')}-01`;
}

/** The days from `from` to `to`, both inclusive. */
export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export function fiscalYearPeriod(year: number, startMonth: number): Period {
  return { from: fiscalYearStart(year, startMonth), to: addDays(fiscalYearStart(year + 1, startMonth), -1) };
}

/** The first day of the month that a day lies in. */
export function monthOf(day: CalendarDate): CalendarDate {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the month after the one that a day lies in. */
export function nextMonth(day: CalendarDate): CalendarDate {
  return monthOf(addDays(monthOf(day), 31));
}
