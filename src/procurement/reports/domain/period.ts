import { type CalendarDate, fiscalYear, fiscalYearStart, monthOf, nextMonth, type Period } from '../../../common/clock';
import { DomainError, type Message } from '../../../common/errors';

export interface RequestedPeriod {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

export const MAX_YEARS = 10;

/**
 * Default for `to`: today. Default for `from`: start of the fiscal year of `to`.
 * @throws DomainError BAD_REQUEST on `to_date` before `from_date` or {@link MAX_YEARS} years or more after it
 */
export function reportPeriod(
  asked: RequestedPeriod,
  { today, fiscalYearStartMonth }: { readonly today: CalendarDate; readonly fiscalYearStartMonth: number },
): Period {
  const to = asked.to ?? today;
  const from = asked.from ?? fiscalYearStart(fiscalYear(to, fiscalYearStartMonth), fiscalYearStartMonth);
  if (to < from) throw refused({ key: 'validation.date_order', params: { other: 'from_date' } });
  const latest = `${Number(from.slice(0, 4)) + MAX_YEARS}${from.slice(4)}`;
  if (to >= latest) throw refused({ key: 'report.period_too_long', params: { years: MAX_YEARS } });
  return { from, to };
}

/** All months that overlap the period, as `YYYY-MM`, ascending. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month.slice(0, 7));
  return months;
}

function refused(message: Message): DomainError {
  return new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields: { to_date: [message] } });
}
