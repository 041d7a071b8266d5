import type { DataSource } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';
import type { TenantId } from '../../../common/records/ids';

/** Runs one statement on a connection and returns its rows. */
export type RunSql = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** The cluster that a database is in, and the timeline of its write-ahead log. A recovery always begins a new timeline. */
interface Place {
  /** Made by initdb: another one is another cluster, into which the database was dumped and restored, or upgraded. */
  readonly system: string;
  readonly timeline: number;
}

/** Where a database is, and what the server's settings contain of a restore. */
export interface Timeline extends Place {
  /** Whether the server has settings with the target of a restore. */
  readonly hasTarget: boolean;
  /** When restore.sh prepared the server, as ISO 8601; null where no restore is marked. */
  readonly restoredAt: string | null;
}

/** Not asked of the control file, which learns of a new timeline a checkpoint later. A standby has no current position. */
const CURRENT = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS timeline,
         concat(current_setting('recovery_target', true), current_setting('recovery_target_time', true),
                current_setting('recovery_target_xid', true), current_setting('recovery_target_lsn', true),
                current_setting('recovery_target_name', true)) <> '' AS "hasTarget",
         nullif(current_setting('procurement.restored', true), '') AS "restoredAt"`;

/** The timeline that the database is on; undefined where the server does not say, as some providers' do not. */
export async function currentTimeline(run: RunSql): Promise<Timeline | undefined> {
  try {
    const [row] = (await run(CURRENT)) as Timeline[];
    return row;
  } catch {
    return undefined;
  }
}

/** Where the database was last known to be whole. */
export interface NotedTimeline extends Place {
  /** Whether a restore was finished there. */
  readonly wasRestored: boolean;
  readonly notedAt: Date;
}

/** The timeline on which the database was last known to be whole; undefined where none was noted. */
export async function notedTimeline(run: RunSql): Promise<NotedTimeline | undefined> {
  const [row] = (await run(
    `SELECT system_identifier AS system, timeline, restored_to IS NOT NULL AS "wasRestored", noted_at AS "notedAt"
       FROM database_timelines WHERE system_identifier <> '' ORDER BY id DESC LIMIT 1`,
  )) as NotedTimeline[];
  return row;
}

/** When a restore was finished for the last time; undefined where none was. */
export async function lastRestore(run: RunSql): Promise<Date | undefined> {
  const [row] = (await run(
    'SELECT max(noted_at) AS finished FROM database_timelines WHERE restored_to IS NOT NULL',
  )) as { finished: Date | null }[];
  return row?.finished ?? undefined;
}

/** Lets one restore be finished at a time. @returns whether the schema has timelines, as it has since this release */
export async function lockTimelines(run: RunSql): Promise<boolean> {
  const [found] = (await run(`SELECT to_regclass('public.database_timelines') IS NOT NULL AS known`)) as {
    known: boolean;
  }[];
  if (found?.known) await run('LOCK TABLE database_timelines IN SHARE ROW EXCLUSIVE MODE');
  return found?.known ?? false;
}

/**
 * Notes that the database is whole on the timeline it is on. Where the server does not say which that is, only a restore is noted.
 * @param restore the moment that it was restored to, and what was done about that; nothing for a database that lost nothing
 */
export async function noteTimeline(
  run: RunSql,
  restore?: { readonly restoredTo: Date; readonly report: object },
): Promise<void> {
  // Asked in a savepoint: a failure must not end the transaction that this is part of.
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

/**
 * Whether the server was restored from a backup after the last note. A mark that is older than the note belongs to a restore that
 * was finished: a standby that was cloned from the restored server has the mark too, and may take over later.
 */
const isRestoredSince = ({ notedAt }: NotedTimeline, { hasTarget, restoredAt }: Timeline): boolean =>
  hasTarget || (restoredAt !== null && !(Date.parse(restoredAt) < notedAt.getTime()));

/**
 * Refuses to serve a database that was restored and not made safe yet: it would hand out numbers and ids for the second time.
 * A new timeline alone is what a standby has that took over.
 * @returns what is warned of: the standby
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
