import { apiName } from '../common/records/changes';
import { decimal } from '../common/money';
import type { VendorId } from '../common/records/ids';
import type { VendorPerformance } from '../vendors';
import { mapFigures } from './domain/figures';
import { scores } from './domain/scores';
import { COLUMNS } from './stored-figures';

/** Days, up to and with today, that scores are computed over: a year for the score itself, all three for the trends. */
const WINDOWS = { year: 365, quarter: 90, month: 30 } as const;

type WindowSums = Readonly<Record<string, string>>;

/** The sums of a vendor's figures over each window: numeric text by the name of the column. */
export interface WindowSumsRow {
  readonly vendor_id: VendorId;
  readonly year: WindowSums;
  readonly quarter: WindowSums;
  readonly month: WindowSums;
}

const sums = (days: number): string =>
  `json_build_object(${COLUMNS.map((column) => {
    // A line is late once the day on which it is due has passed: today it may still arrive.
    const until = column === 'lines_late' ? 'p.day < $2::date' : 'p.day <= $2::date';
    return `'${column}', (coalesce(sum(p.${column}) FILTER (WHERE p.day > $2::date - ${days} AND ${until}), 0))::text`;
  }).join(', ')})`;

/** `year` of a {@link WindowSumsRow}, over daily periods `p`. $1 is the tenant, $2 today. */
export const YEAR_SUMS = sums(WINDOWS.year);

/** Columns of a {@link WindowSumsRow}, over daily periods `p`. $1 is the tenant, $2 today. */
export const WINDOW_SUMS = `
  p.vendor_id, ${sums(WINDOWS.year)} AS year, ${sums(WINDOWS.quarter)} AS quarter, ${sums(WINDOWS.month)} AS month`;

/** Condition on the periods `p` that lie in the longest window. $1 is the tenant, $2 today. */
export const IN_WINDOWS = `p.tenant_id = $1 AND p.grain = 'day' AND p.day > $2::date - ${WINDOWS.year} AND p.day <= $2::date`;

/** The overall score, 0 to 100, that the sums of one window give; 0 without any. */
export function overallScoreOf(year: WindowSums | undefined): number {
  return scores(figuresOf(year)).overall;
}

/** The performance that sums give; without a row that of a vendor without orders: all scores 0. */
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

/** Sums by the name of the column, numeric text, as figures; a column that is left out is 0. */
export function figuresOf(sums: Readonly<Record<string, string>> | undefined) {
  return mapFigures((name) => decimal(sums?.[apiName(name)] ?? 0));
}
