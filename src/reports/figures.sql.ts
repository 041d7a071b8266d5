import type { Period, PeriodParts } from './domain/period';

/**
 * Figures of some measures over a period, folded and not yet folded, in one statement and so of one moment. Rows have
 * measure, key, currency, count, amount, and day: of a whole month its first.
 * Values: tenant, measures, then the six ends of the {@link PeriodParts} and the two of the period.
 */
export const FIGURES = `
  SELECT measure, key, day, currency, count, amount FROM report_figures
   WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND grain = 'month' AND day BETWEEN $3::date AND $4::date
  UNION ALL
  SELECT measure, key, day, currency, count, amount FROM report_figures
   WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND grain = 'day' AND day BETWEEN $5::date AND $6::date
  UNION ALL
  SELECT measure, key, day, currency, count, amount FROM report_figures
   WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND grain = 'day' AND day BETWEEN $7::date AND $8::date
  UNION ALL
  SELECT measure, key, day, currency, count, amount FROM report_entries
   WHERE tenant_id = $1 AND measure = ANY ($2::text[]) AND day BETWEEN $9::date AND $10::date`;

/** The values of {@link FIGURES}. */
export function figureValues(
  tenantId: string,
  measures: readonly string[],
  { months, before, after }: PeriodParts,
  { from, to }: Period,
): unknown[] {
  return [tenantId, measures, months.from, months.to, before.from, before.to, after.from, after.to, from, to];
}
