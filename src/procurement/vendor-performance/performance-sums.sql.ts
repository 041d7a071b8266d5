import { COLUMNS } from './domain/figures';

/** Days, up to and with today, that scores are computed over: a year for the score itself, all three for the trends. */
const WINDOWS = { year: 365, quarter: 90, month: 30 } as const;

/** {@link WindowSums} over so many days of the daily periods `p`. $2 is today. */
const sums = (days: number): string =>
  `json_build_object(${COLUMNS.map((column) => {
    // A line is late once the day on which it is due has passed: today it may still arrive.
    const until = column === 'lines_late' ? 'p.day < $2::date' : 'p.day <= $2::date';
    return `'${column}', (coalesce(sum(p.${column}) FILTER (WHERE p.day > $2::date - ${days} AND ${until}), 0))::text`;
  }).join(', ')})`;

/** Condition on the periods `p` that lie in the longest window. $1 is the tenant, $2 today. */
const IN_WINDOWS = `p.tenant_id = $1 AND p.grain = 'day' AND p.day > $2::date - ${WINDOWS.year} AND p.day <= $2::date`;

/** {@link WindowSumsRow}s, of vendors that a condition names. */
const sumsOf = (vendors: string): string => `
SELECT p.vendor_id, ${sums(WINDOWS.year)} AS year, ${sums(WINDOWS.quarter)} AS quarter, ${sums(WINDOWS.month)} AS month
  FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND ${vendors} GROUP BY p.vendor_id`;

/** One row, of vendor $3. */
export const SUMS_OF_VENDOR = sumsOf('p.vendor_id = $3');
/** A row for each of the vendors $3 that has figures. */
export const SUMS_OF_VENDORS = sumsOf('p.vendor_id = ANY ($3::bigint[])');

/** {@link KeptScore}s of $4 vendors after the id $3. $1 is the tenant, $2 today. */
export const YEAR_SUMS = `SELECT v.id AS vendor_id, v.performance_score AS score, w.year
   FROM (SELECT id, performance_score FROM vendors WHERE tenant_id = $1 AND id > $3 ORDER BY id LIMIT $4) v
  CROSS JOIN LATERAL (
    SELECT ${sums(WINDOWS.year)} AS year FROM vendor_performance_periods p WHERE ${IN_WINDOWS} AND p.vendor_id = v.id) w
  ORDER BY v.id`;

export const ADD = `
INSERT INTO vendor_performance_periods AS p (tenant_id, vendor_id, grain, day, ${COLUMNS.join(', ')})
SELECT $1, $2, g.grain, date_trunc(g.grain, c.day)::date AS start, ${COLUMNS.map((column) => `sum(c.${column})`).join(', ')}
  FROM jsonb_to_recordset($3::jsonb) AS c (day timestamp, ${COLUMNS.map((column) => `${column} numeric`).join(', ')})
 CROSS JOIN (VALUES ('day'), ('month')) AS g (grain)
 GROUP BY g.grain, start
ON CONFLICT (tenant_id, vendor_id, grain, day) DO UPDATE
   SET ${COLUMNS.map((column) => `${column} = p.${column} + EXCLUDED.${column}`).join(', ')}`;
