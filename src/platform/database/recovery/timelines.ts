import type { DataSource } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';
import type { TenantId } from '../../../common/records/ids';

export type RunSql = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** The cluster of a database and the timeline of its write-ahead log. A recovery always begins a new timeline. */
interface Place {
  /** Created by initdb; differs after a dump and restore, or an upgrade. */
  readonly system: string;
  readonly timeline: number;
}

/** The place of a database, and the restore settings of its server. */
export interface Timeline extends Place {
  readonly hasTarget: boolean;
  /** When restore.sh prepared the server, as ISO 8601; null without a restore. */
  readonly restoredAt: string | null;
}

/** The control file shows a new timeline only after a checkpoint. A standby has no current position. */
const CURRENT = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS timeline,
         concat(current_setting('recovery_target', true), current_setting('recovery_target_time', true),
                current_setting('recovery_target_xid', true), current_setting('recovery_target_lsn', true),
                current_setting('recovery_target_name', true)) <> '' AS "hasTarget",
         nullif(current_setting('procurement.restored', true), '') AS "restoredAt"`;

/** The current timeline; undefined if the server does not permit reading it, as with some providers. */
export async function currentTimeline(run: RunSql): Promise<Timeline | undefined> {
  try {
    const [row] = (await run(CURRENT)) as Timeline[];
    return row;
  } catch {
    return undefined;
  }
}

export interface NotedTimeline extends Place {
  readonly wasRestored: boolean;
  readonly notedAt: Date;
}

export async function notedTimeline(run: RunSql): Promise<NotedTimeline | undefined> {
  const [row] = (await run(
    `SELECT system_identifier AS system, timeline, restored_to IS NOT NULL AS "wasRestored", noted_at AS "notedAt"
       FROM database_timelines WHERE system_identifier <> '' ORDER BY id DESC LIMIT 1`,
  )) as NotedTimeline[];
  return row;
}

export async function lastRestore(run: RunSql): Promise<Date | undefined> {
  const [row] = (await run(
    'SELECT max(noted_at) AS finished FROM database_timelines WHERE restored_to IS NOT NULL',
  )) as { finished: Date | null }[];
  return row?.finished ?? undefined;
}

/** Permits one restore at a time. @returns whether the schema has the table, which older releases lack */
export async function lockTimelines(run: RunSql): Promise<boolean> {
  const [found] = (await run(`SELECT to_regclass('public.database_timelines') IS NOT NULL AS known`)) as {
    known: boolean;
  }[];
  if (found?.known) await run('LOCK TABLE database_timelines IN SHARE ROW EXCLUSIVE MODE');
  return found?.known ?? false;
}

/**
 * Notes that the database is complete on its current timeline. If the server does not return the timeline, only a
 * restore is noted.
 * @param restore the time that was restored, and a report of the actions; undefined for a database that lost nothing
 */
export async function noteTimeline(
  run: RunSql,
  restore?: { readonly restoredTo: Date; readonly report: object },
): Promise<void> {
  // Read under a savepoint, so that a failure does not end the surrounding transaction.
  await run('SAVEPOINT timeline');
  const current = await currentTimeline(run);
  await run(current ? 'RELEASE SAVEPOINT timeline' : 'ROLLBACK TO SAVEPOINT timeline');
  if (!current && !restore) return;
  await run(
    `INSERT INTO database_timelines (system_identifier, timeline, noted_at, restored_to, report) VALUES ($1, $2, now(), $3, $4)`,
    [
      current?.system ?? '',
      current?.timeline ?? 0,
      restore?.restoredTo ?? null,
      restore ? JSON.stringify(restore.report) : null,
    ],
  );
}

export const isSame = (one: Place, other: Place): boolean =>
  one.system === other.system && one.timeline === other.timeline;

/** An older mark belongs to a finished restore, and may also be on a standby cloned from the restored server. */
const isRestoredSince = ({ notedAt }: NotedTimeline, { hasTarget, restoredAt }: Timeline): boolean =>
  hasTarget || (restoredAt !== null && !(Date.parse(restoredAt) < notedAt.getTime()));

/**
 * Rejects a restored database whose restore is not finished: it would assign numbers and ids a second time. A new
 * timeline alone means that a standby took over.
 * @returns a warning about the standby
 * @throws StartRefusal
 */
export async function assertRestoreFinished(dataSource: Pick<DataSource, 'query'>): Promise<readonly StartRefusal[]> {
  const run: RunSql = (sql, values) => dataSource.query(sql, values && [...values]);
  const noted = await notedTimeline(run);
  const current = await currentTimeline(run);
  if (!noted || !current || isSame(noted, current)) return [];
  if (isRestoredSince(noted, current) || noted.system !== current.system) {
    throw new StartRefusal(
      noted.system === current.system
        ? 'This database was restored from a backup and could hand out numbers and ids a second time'
        : 'This database was copied from another PostgreSQL and could hand out numbers and ids a second time',
      'Run `node dist/cli.js restore:finish` with DATABASE_MIGRATION_URL; with --nothing-lost where it was moved or upgraded and no write was lost. See docs/backup.md.',
    );
  }
  return [
    new StartRefusal(
      `PostgreSQL is on timeline ${current.timeline}, not ${noted.timeline}: a standby took over`,
      'Where its replication is asynchronous, stop the service and run `restore:finish`; where no write was lost, `restore:finish --nothing-lost` ends this warning.',
    ),
  ];
}

/** How far a number series was advanced: the last number before, and the last skipped one. */
export interface AdvancedSeries {
  readonly tenant_id: TenantId;
  readonly series: string;
  readonly year: number;
  readonly from: number;
  readonly to: number;
}

const SERIES = ['PO', 'GR', 'INV'];

/** @param margin the number of skipped ids @returns the number of advanced sequences */
export async function advanceIds(run: RunSql, margin: number): Promise<number> {
  const rows = (await run(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1)
       FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'database_timelines_id_seq'`,
    [margin],
  )) as unknown[];
  return rows.length;
}

/**
 * Advances the series of every tenant, including those and the years that may have begun after the restored time.
 * @param numbered numbers that may have been assigned, where they exceed `least`
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
