import { type CalendarDate, fiscalYear, fiscalYearStart, monthOf, nextMonth, type Period } from '../../../common/clock';
import { DomainError, type Message } from '../../../common/errors';

/** The first and last day that a request names; either may be left out. */
export interface AskedPeriod {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

/** The longest period a report covers. */
export const MAX_YEARS = 10;

/**
 * The period of a report. `to` left out is today; `from` left out is the first day of the fiscal year that `to` lies in.
 * @throws DomainError BAD_REQUEST on `to_date` when it lies before `from_date`, or more than {@link MAX_YEARS} years after it
 */
export function reportPeriod(
  asked: AskedPeriod,
  { today, fiscalYearStartMonth }: { readonly today: CalendarDate; readonly fiscalYearStartMonth: number },
): Period {
  const to = asked.to ?? today;
  const from = asked.from ?? fiscalYearStart(fiscalYear(to, fiscalYearStartMonth), fiscalYearStartMonth);
  if (to < from) throw refused({ key: 'validation.date_order', params: { other: 'from_date' } });
  const latest = `${Number(from.slice(0, 4)) + MAX_YEARS}${from.slice(4)}`;
  if (to >= latest) throw refused({ key: 'report.period_too_long', params: { years: MAX_YEARS } });
  return { from, to };
}

/** Every month that has a day in the period, as `YYYY-MM`, rising. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month.slice(0, 7));
  return months;
}

function refused(message: Message): DomainError {
  return new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields: { to_date: [message] } });
}
