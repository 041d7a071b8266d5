import type { TenantId } from '../../../common/records/ids';
import type { RunSql } from './timelines';

/** How far the number series of a tenant went on: the last number before, and the last that is left out. */
export interface AdvancedSeries {
  readonly tenant_id: TenantId;
  readonly series: string;
  readonly year: number;
  readonly from: number;
  readonly to: number;
}

/** Which series numbers are handed out of, by those who may have begun one after the moment. */
const SERIES = ['PO', 'GR', 'INV'];

/**
 * Leaves out ids of every table.
 * @param margin how many
 * @returns how many sequences went on
 */
export async function advanceIds(run: RunSql, margin: number): Promise<number> {
  const rows = (await run(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1)
       FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'database_timelines_id_seq'`,
    [margin],
  )) as unknown[];
  return rows.length;
}

/**
 * Leaves out numbers of every tenant's series, also of those that it may have begun after the moment, and of years that began since.
 * @param numbered how many numbers may have been handed out, where it is more than `least`
 */
export async function advanceSeries(
  run: RunSql,
  years: readonly number[],
  numbered: readonly { readonly tenant_id: TenantId; readonly series: string; readonly count: number }[],
  least: number,
): Promise<AdvancedSeries[]> {
  return (await run(
    `WITH margins AS (
       SELECT n.tenant_id, n.series, n.margin FROM jsonb_to_recordset($2::jsonb) AS n (tenant_id uuid, series text, margin int)
     ), wanted AS (
       SELECT t.id AS tenant_id, s.series, y.year, greatest($3::int, m.margin) AS margin
         FROM all_tenants() AS t (id) CROSS JOIN unnest($4::text[]) AS s (series) CROSS JOIN unnest($1::int[]) AS y (year)
         LEFT JOIN margins m ON m.tenant_id = t.id AND m.series = s.series
     ), advanced AS (
       INSERT INTO number_series AS n (tenant_id, series, year, value) SELECT tenant_id, series, year, margin FROM wanted
       ON CONFLICT (tenant_id, series, year) DO UPDATE SET value = n.value + EXCLUDED.value
       RETURNING n.tenant_id, n.series, n.year, n.value
     )
     SELECT a.tenant_id, a.series, a.year, a.value - w.margin AS "from", a.value AS "to"
       FROM advanced a JOIN wanted w USING (tenant_id, series, year)`,
    [years, JSON.stringify(numbered.map(({ count, ...of }) => ({ ...of, margin: count }))), least, SERIES],
  )) as AdvancedSeries[];
}

/** Notes in the audit log of each tenant what an operator did to it. */
export async function noteInEveryTenant(
  run: RunSql,
  action: string,
  details: readonly { readonly tenant_id: TenantId; readonly details: object }[],
): Promise<void> {
  await run(
    `INSERT INTO audit_log (tenant_id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id, details)
     SELECT d.tenant_id, now(), NULL, 'command line', NULL, NULL, $1, 'tenant', NULL, d.details
       FROM jsonb_to_recordset($2::jsonb) AS d (tenant_id uuid, details jsonb)`,
    [action, JSON.stringify(details)],
  );
}
