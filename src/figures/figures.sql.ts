import type { CalendarDate } from '../common/clock';
import type { Period } from '../reports/domain/period';
import { figureRanges } from './domain/ranges';

/** The {@link figureRanges} of a period, as rows. */
export const RANGES = 'unnest($3::text[], $4::date[], $5::date[], $6::int[]) AS r (grain, first, last, sign)';

/**
 * Folded figures over the ranges, with their signs. Each range is looked up by itself (OFFSET 0 keeps the planner from
 * anything else), so that only its own rows are read.
 * @param measures placeholder of the measures
 * @param more a further condition on the figures
 */
export const folded = (measures = '$2', more = ''): string => `
  SELECT f.measure, f.key, f.day, f.currency, r.sign * f.count AS count, CASE r.sign WHEN 1 THEN f.amount ELSE -f.amount END AS amount
    FROM ${RANGES}
   CROSS JOIN LATERAL (
     SELECT measure, key, day, currency, count, amount FROM report_figures
      WHERE tenant_id = $1 AND measure = ANY (${measures}::text[]) AND grain = r.grain AND day BETWEEN r.first AND r.last${more}
     OFFSET 0) f`;

/**
 * Figures of some measures over a period, folded and not yet folded, in one statement and so of one moment. Rows have
 * measure, key, currency, count, amount, and day: of a month or year its first, and of one that is taken off as well.
 * Values: tenant, measures, then grains, first and last days and signs of the ranges, and the two ends of the period.
 */
export const FIGURES = `${folded()}
  UNION ALL
  SELECT measure, key, day, currency, count, amount FROM report_entries
   WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND day BETWEEN $7::date AND $8::date`;

/** The values of {@link FIGURES}; the options as of {@link figureRanges}. */
export function figureValues(
  tenantId: string,
  measures: readonly string[],
  period: Period,
  options: { readonly today?: CalendarDate; readonly coarsest?: 'month' | 'year' },
): unknown[] {
  return [tenantId, measures, ...columnsOf(figureRanges(period, options)), period.from, period.to];
}

/** Ranges as the arrays that {@link RANGES} makes rows of again. */
export function columnsOf(ranges: ReturnType<typeof figureRanges>): unknown[] {
  return [
    ranges.map(({ grain }) => grain),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
    ranges.map(({ sign }) => sign),
  ];
}
