import { addDays, type CalendarDate, fiscalYear, fiscalYearStart } from '../../common/clock';
import { DomainError, type Message } from '../../common/errors';

/** Days from and to, both inclusive. */
export interface Period {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** The longest period a report covers. */
export const MAX_YEARS = 10;

/**
 * The period a report is asked for: what is left out is the start of the fiscal year that the end lies in, and today.
 * @throws BAD_REQUEST on `to_date` when it lies before `from_date`, or more than {@link MAX_YEARS} years after it
 */
export function reportPeriod(
  asked: { readonly from?: CalendarDate | undefined; readonly to?: CalendarDate | undefined },
  { today, fiscalYearStartMonth }: { readonly today: CalendarDate; readonly fiscalYearStartMonth: number },
): Period {
  const to = asked.to ?? today;
  const from = asked.from ?? fiscalYearStart(fiscalYear(to, fiscalYearStartMonth), fiscalYearStartMonth);
  if (to < from) throw refused({ key: 'validation.date_order', params: { other: 'from_date' } });
  const latest = `${Number(from.slice(0, 4)) + MAX_YEARS}${from.slice(4)}`;
  if (to >= latest) throw refused({ key: 'report.period_too_long', params: { years: MAX_YEARS } });
  return { from, to };
}

/** Days on which sums are read by the month, and the days before and after that are no whole month. */
export interface PeriodParts {
  /** First days of the first and last whole month; the first after the last when there is none. */
  readonly months: Period;
  readonly before: Period;
  readonly after: Period;
}

const NEVER: Period = { from: '9999-12-31', to: '0001-01-01' };

/** Splits a period so that whole months can be read as such. */
export function periodParts({ from, to }: Period): PeriodParts {
  const first = from.endsWith('-01') ? from : nextMonth(from);
  const last = addDays(to, 1).endsWith('-01') ? monthOf(to) : monthOf(addDays(monthOf(to), -1));
  if (first > last) return { months: NEVER, before: { from, to }, after: NEVER };
  return {
    months: { from: first, to: last },
    before: { from, to: addDays(first, -1) },
    after: { from: nextMonth(last), to },
  };
}

/** Every month that a period touches, as `YYYY-MM`. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month.slice(0, 7));
  return months;
}

/** The first day of a day's month. */
export function monthOf(day: CalendarDate): CalendarDate {
  return `${day.slice(0, 7)}-01`;
}

function nextMonth(day: CalendarDate): CalendarDate {
  return monthOf(addDays(monthOf(day), 31));
}

function refused(message: Message): DomainError {
  return new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields: { to_date: [message] } });
}
