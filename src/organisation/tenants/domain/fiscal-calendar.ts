import { type CalendarDate, fiscalYear, fiscalYearPeriod, type Period } from '../../../common/clock';

/** By which first month a fiscal year is computed, and in which series it is stored. */
export interface FiscalYearRule {
  /** First month of the fiscal year, 1 to 12. */
  readonly startMonth: number;
  /** How many changes of the month came before. Years of two series are not compared. */
  readonly series: number;
}

/** The rule that is in force, and the one that is in force once the stored fiscal years are computed by it. */
export interface FiscalCalendar {
  readonly inForce: FiscalYearRule;
  readonly pending: FiscalYearRule | null;
}

/** The fiscal year of a day as a record stores it. */
interface StoredFiscalYear {
  readonly fiscalYear: number;
  readonly fiscalSeries: number;
}

/** The rule by which records are stored from now on. */
export function storedBy({ inForce, pending }: FiscalCalendar): FiscalYearRule {
  return pending ?? inForce;
}

/** The fiscal year of a day as a new record stores it. */
export function storedFiscalYear(calendar: FiscalCalendar, day: CalendarDate): StoredFiscalYear {
  const { startMonth, series } = storedBy(calendar);
  return { fiscalYear: fiscalYear(day, startMonth), fiscalSeries: series };
}

/** The fiscal years of a day: while a change is pending, by the month in force and by the pending one. */
export function fiscalYearsOf({ inForce, pending }: FiscalCalendar, day: CalendarDate): Period[] {
  const rules = pending ? [inForce, pending] : [inForce];
  return rules.map(({ startMonth }) => fiscalYearPeriod(fiscalYear(day, startMonth), startMonth));
}
