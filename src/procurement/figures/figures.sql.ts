import type { Period } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { type FigureRange, figureRanges, type RangeOptions } from './domain/ranges';

/** Rows of (grain, first, last, sign) from parameters $3 to $6 of {@link rangeColumns}. */
export const RANGES = 'unnest($3::text[], $4::date[], $5::date[], $6::int[]) AS r (grain, first, last, sign)';

/**
 * SELECT of the folded figures over {@link RANGES}: rows of (measure, key, day, currency, count, amount), negative for
 * subtracted ranges. OFFSET 0 makes PostgreSQL look up each range separately, so that it reads no other rows.
 * @param measures placeholder of the measures, text[]
 * @param more a further condition, beginning with AND
 */
export const foldedFigures = (measures = '$2', more = ''): string => `
  SELECT f.measure, f.key, f.day, f.currency, r.sign * f.count AS count, CASE r.sign WHEN 1 THEN f.amount ELSE -f.amount END AS amount
    FROM ${RANGES}
   CROSS JOIN LATERAL (
     SELECT measure, key, day, currency, count, amount FROM report_figures
      WHERE tenant_id = $1 AND measure = ANY (${measures}::text[]) AND grain = r.grain AND day BETWEEN r.first AND r.last${more}
     OFFSET 0) f`;

/** The entries from day $7 to day $8 that are not folded yet, with the columns of {@link foldedFigures}. */
export const entriesNotFolded = (measures = '$2', more = ''): string => `
  SELECT measure, key, day, currency, count, amount FROM report_entries
   WHERE tenant_id = $1 AND measure = ANY (${measures}::text[]) AND day BETWEEN $7::date AND $8::date${more}`;

/**
 * SELECT of all figures of some measures over a period. One statement reads folded and unfolded entries, so that they
 * are consistent. `day` is the first day of a month or year. Parameters: {@link figureValues}.
 */
export const FIGURES = `${foldedFigures()}
  UNION ALL${entriesNotFolded()}`;

/** A figure summed over a period; the amount is numeric text. */
export interface FigureRow {
  readonly measure: string;
  readonly key: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

/** SELECT of {@link FigureRow}s without zeros. Parameters: {@link figureValues}. */
export const FIGURE_SUMS = `
SELECT measure, key, currency, sum(count)::int AS count, sum(amount)::text AS amount
  FROM (${FIGURES}) every GROUP BY measure, key, currency HAVING sum(count) <> 0 OR sum(amount) <> 0
 ORDER BY currency`;

/** Parameters of {@link FIGURES}: $1 tenant, $2 measures, $3 to $6 ranges, $7 and $8 ends of the period. */
export function figureValues(
  tenantId: TenantId,
  measures: readonly string[],
  period: Period,
  options: RangeOptions,
): unknown[] {
  return [tenantId, measures, ...rangeColumns(figureRanges(period, options)), period.from, period.to];
}

/** Ranges as the four arrays of {@link RANGES}: grains, first days, last days, signs. */
export function rangeColumns(ranges: readonly FigureRange[]): unknown[] {
  return [
    ranges.map(({ grain }) => grain),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
    ranges.map(({ sign }) => sign),
  ];
}

/** SQL of a category as the key of a figure. The colon distinguishes it from the empty key, which means no category. */
export const categoryKey = (category: string): string => `coalesce(':' || ${category}, '')`;
