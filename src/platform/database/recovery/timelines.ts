import type { DataSource } from 'typeorm';
import { StartRefusal } from '../../../common/errors/start-refusal';

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
