import { type CalendarDate, fiscalYear, fiscalYearPeriod, type Period } from '../../../common/clock';

/** The first month of the fiscal year, and the series under which fiscal years are stored. */
export interface FiscalYearRule {
  /** 1 to 12. */
  readonly startMonth: number;
  /** Number of earlier changes of the month. Years of different series are not compared. */
  readonly series: number;
}

/** The current rule, and the one that applies once stored fiscal years are recomputed. */
export interface FiscalCalendar {
  readonly inForce: FiscalYearRule;
  readonly pending: FiscalYearRule | null;
}

interface StoredFiscalYear {
  readonly fiscalYear: number;
  readonly fiscalSeries: number;
}

/** The rule for new records. */
export function storedBy({ inForce, pending }: FiscalCalendar): FiscalYearRule {
  return pending ?? inForce;
}

export function storedFiscalYear(calendar: FiscalCalendar, day: CalendarDate): StoredFiscalYear {
  const { startMonth, series } = storedBy(calendar);
  return { fiscalYear: fiscalYear(day, startMonth), fiscalSeries: series };
}

/** During a change: the fiscal year by the current month and by the pending one. */
export function fiscalYearsOf({ inForce, pending }: FiscalCalendar, day: CalendarDate): Period[] {
  const rules = pending ? [inForce, pending] : [inForce];
  return rules.map(({ startMonth }) => fiscalYearPeriod(fiscalYear(day, startMonth), startMonth));
}
