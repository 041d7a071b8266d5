/** The source of time. Code uses it instead of `new Date()`, so that tests can set the time. */
export abstract class Clock {
  abstract now(): Date;

  /** The current calendar day (UTC) as `YYYY-MM-DD`. */
  today(): CalendarDate {
    return calendarDate(this.now());
  }
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A calendar day `YYYY-MM-DD`; UTC if converted from a timestamp. */
export type CalendarDate = string;

/** UTC. */
export function calendarDate(instant: Date): CalendarDate {
  return instant.toISOString().slice(0, 10);
}

export function addDays(day: CalendarDate, days: number): CalendarDate {
  const instant = new Date(`${day}T00:00:00.000Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return calendarDate(instant);
}

/** A period; a missing bound is open. */
export interface Instants {
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

/** Whether the day exists: `2024-02-29` does, `2025-02-30` does not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(instant.getTime()) && calendarDate(instant) === text;
}

/** A fiscal year is named after the calendar year of its end. @param startMonth 1 to 12; 1 is the calendar year */
export function fiscalYear(day: CalendarDate, startMonth: number): number {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  return startMonth > 1 && month >= startMonth ? year + 1 : year;
}

export function fiscalYearStart(year: number, startMonth: number): CalendarDate {
  const calendarYear = startMonth > 1 ? year - 1 : year;
  return `${calendarYear}-${String(startMonth).padStart(2, '0')}-01`;
}

/** Both inclusive. */
export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

export function fiscalYearPeriod(year: number, startMonth: number): Period {
  return { from: fiscalYearStart(year, startMonth), to: addDays(fiscalYearStart(year + 1, startMonth), -1) };
}

/** The first day of the month. */
export function monthOf(day: CalendarDate): CalendarDate {
  return `${day.slice(0, 7)}-01`;
}

/** The first day of the following month. */
export function nextMonth(day: CalendarDate): CalendarDate {
  return monthOf(addDays(monthOf(day), 31));
}
