import { addDays, type CalendarDate } from '../common/clock';
import { decimal } from '../common/money';
import type { VendorId } from '../common/records/ids';
import type { VendorPerformance } from '../vendors';
import { mapFigures } from './domain/figures';
import { scores } from './domain/scores';
import { COLUMNS, columnOf } from './stored-figures';

/** Days that a vendor is judged by, and those of its trends. */
export const WINDOWS = { year: 365, quarter: 90, month: 30 } as const;

/** The sums of a vendor's figures over each window, as {@link WINDOW_SUMS} answers them: numeric text. */
export interface WindowSumsRow {
  readonly vendor_id: VendorId;
  readonly year: Readonly<Record<string, string>>;
  readonly quarter: Readonly<Record<string, string>>;
  readonly month: Readonly<Record<string, string>>;
}

const sums = (since: string): string =>
  `json_build_object(${COLUMNS.map((column) => {
    // A line is late once its day has passed: today it may still come.
    const until = column === 'lines_late' ? 'p.day < $2::date' : 'p.day <= $2::date';
    return `'${column}', (coalesce(sum(p.${column}) FILTER (WHERE p.day > $2::date - ${since} AND ${until}), 0))::text`;
  }).join(', ')})`;

/** The sums of a year alone, over daily periods `p`. $1 is the tenant, $2 today. */
export const YEAR_SUMS = sums('365');

/** Columns of a {@link WindowSumsRow}, over daily periods `p`. $1 is the tenant, $2 today. */
export const WINDOW_SUMS = `
  p.vendor_id, ${sums('365')} AS year, ${sums('90')} AS quarter, ${sums('30')} AS month`;

/** The daily periods that any window may hold. */
export const IN_WINDOWS = `p.tenant_id = $1 AND p.grain = 'day' AND p.day > $2::date - 365 AND p.day <= $2::date`;

/** The one score that is kept, of the sums of a year. */
export function overallScoreOf(year: WindowSumsRow['year'] | undefined): number {
  return scores(figuresOf(year)).overall;
}

/** The performance that the sums come to; that of a vendor without any when there is no row. */
export function performanceOf(row: WindowSumsRow | undefined, asOf: Date): VendorPerformance {
  const year = scores(figuresOf(row?.year));
  return {
    overallScore: year.overall,
    delivery: year.delivery,
    quality: year.quality,
    pricing: year.pricing,
    responsiveness: year.responsiveness,
    trends: {
      last30Days: overallScoreOf(row?.month),
      last90Days: overallScoreOf(row?.quarter),
      lastYear: year.overall,
    },
    asOf,
  };
}

/** The earliest day that counts. */
export function windowStart(today: CalendarDate): CalendarDate {
  return addDays(today, 1 - WINDOWS.year);
}

/** Sums of columns as figures. */
export function figuresOf(sums: Readonly<Record<string, string>> | undefined) {
  return mapFigures((name) => decimal(sums?.[columnOf(name)] ?? 0));
}
