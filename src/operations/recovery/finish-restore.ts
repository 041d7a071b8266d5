import type { TenantId } from '../../common/records/ids';
import {
  advanceIds,
  type AdvancedSeries,
  advanceSeries,
  currentTimeline,
  isSame,
  lockTimelines,
  notedTimeline,
  noteInEveryTenant,
  noteTimeline,
  type RunSql,
} from '../../platform/database';
import { ProvisioningError } from '../provisioning';
import { MARK_MAYBE_SENT } from '../../integration/webhooks';
import { idMargin, LEAST_NUMBERS, type SeriesReport, seriesReport, windowBefore, yearsOf } from './domain/margins';
import { LAST_MOMENT, MAIL_WAITING, NUMBERED, SERVICE_CONNECTIONS } from './lost-window.sql';

export interface RestoreOptions {
  /** Time of the last write of the lost database. */
  readonly until: Date;
  /** Minimum numbers to skip per series; default: 1,000. */
  readonly numbers?: number;
  /** The database was moved without loss: only its place is recorded. */
  readonly nothingLost?: boolean;
  /** Run although the database does not appear to be restored, for example from a dump into the same cluster. */
  readonly force?: boolean;
}

export interface FinishedRestore {
  /** `finished`, or why nothing was necessary. */
  readonly outcome: 'finished' | 'finished before' | 'nothing lost';
  /** The latest time in the database. */
  readonly restored_to: string | null;
  readonly until: string;
  /** Number of ids skipped in each of `sequences` sequences. */
  readonly ids: number;
  readonly sequences: number;
  readonly series: SeriesReport<AdvancedSeries>;
  readonly deliveries: number;
  /** Pending mails that may have been sent already. */
  readonly mails: number;
  readonly tenants: number;
}

const NOTHING = {
  ids: 0,
  sequences: 0,
  series: { count: 0, least: 0, most: 0, wider: 0, widest: [] },
  deliveries: 0,
  mails: 0,
  tenants: 0,
} as const;

/**
 * Idempotent. @param run executes a statement in a transaction of the owner, which the caller commits
 * @throws ProvisioningError if the service is connected, the server is recovering, or the database is not restored
 */
export async function finishRestore(run: RunSql, options: RestoreOptions): Promise<FinishedRestore> {
  await refuseUnready(run);
  const until = options.until.toISOString();
  const outcome = await needed(run, options);
  if (outcome !== 'finished') {
    if (outcome === 'nothing lost') await noteTimeline(run);
    return { outcome, restored_to: null, until, ...NOTHING };
  }
  const [{ moment } = { moment: null }] = (await run(LAST_MOMENT)) as { moment: Date | null }[];
  const restoredTo = moment ?? options.until;
  if (options.until < restoredTo) {
    throw new ProvisioningError(
      `--until is before ${restoredTo.toISOString()}, which this database knows of: it is when the lost database took its last write`,
    );
  }
  const report = await makeSafe(run, restoredTo, options);
  await noteTimeline(run, { restoredTo, report });
  return { outcome, restored_to: restoredTo.toISOString(), until, ...report };
}

/** @throws ProvisioningError */
async function refuseUnready(run: RunSql): Promise<void> {
  const [state] = (await run('SELECT pg_is_in_recovery() AS recovers')) as { recovers: boolean }[];
  if (state?.recovers) {
    throw new ProvisioningError(
      "PostgreSQL still recovers, or is a standby. Wait until it has been promoted (recovery_target_action = 'promote')",
    );
  }
  if (!(await lockTimelines(run))) {
    throw new ProvisioningError('The schema is older than this command. Run `migrate`, then this with --force');
  }
  const [connected] = (await run(SERVICE_CONNECTIONS)) as { count: number }[];
  if (connected && connected.count > 0) {
    throw new ProvisioningError(
      `The service is connected (${connected.count} connections): numbers would be handed out meanwhile. Stop every instance and command, then run this again`,
    );
  }
}

/** @throws ProvisioningError if the database does not appear to be restored */
async function needed(run: RunSql, options: RestoreOptions): Promise<FinishedRestore['outcome']> {
  if (options.nothingLost) return 'nothing lost';
  if (options.force) return 'finished';
  const [noted, current] = [await notedTimeline(run), await currentTimeline(run)];
  const isNoted = noted !== undefined && current !== undefined && isSame(noted, current);
  if (!isNoted && current) return 'finished';
  if (isNoted && noted.wasRestored) return 'finished before';
  throw new ProvisioningError(
    current
      ? 'Nothing shows that this database was restored: it is in the cluster and on the timeline that it was in before. If it was (from a dump, say), run this again with --force'
      : 'This PostgreSQL does not say on which timeline it is. If the database was restored, run this again with --force',
  );
}

type Report = Omit<FinishedRestore, 'outcome' | 'restored_to' | 'until'>;

async function makeSafe(run: RunSql, restoredTo: Date, options: RestoreOptions): Promise<Report> {
  const { until } = options;
  const ids = idMargin(restoredTo, until);
  const sequences = await advanceIds(run, ids);
  type Counted = { tenant_id: TenantId; series: string; count: number }[];
  const numbered = (await run(NUMBERED, [windowBefore(restoredTo, until)])) as Counted;
  const least = options.numbers ?? LEAST_NUMBERS;
  const series = await advanceSeries(run, yearsOf(restoredTo, until), numbered, least);
  const marked = (await run(MARK_MAYBE_SENT, [until])) as Omit<Counted[number], 'series'>[];
  const [mail] = (await run(MAIL_WAITING)) as { count: number }[];
  const deliveriesOf = new Map(marked.map(({ tenant_id, count }) => [tenant_id, count]));
  const window = { restored_to: restoredTo.toISOString(), until: until.toISOString() };
  const seriesOf = new Map<TenantId, Omit<AdvancedSeries, 'tenant_id'>[]>();
  for (const { tenant_id, ...one } of series) seriesOf.set(tenant_id, [...(seriesOf.get(tenant_id) ?? []), one]);
  const tenants = [...seriesOf].map(([tenant_id, own]) => ({
    tenant_id,
    details: { ...window, series: own, deliveries: deliveriesOf.get(tenant_id) ?? 0 },
  }));
  await noteInEveryTenant(run, 'restored', tenants);
  const deliveries = marked.reduce((sum, { count }) => sum + count, 0);
  const mails = mail?.count ?? 0;
  return { ids, sequences, series: seriesReport(series, least), deliveries, mails, tenants: tenants.length };
}
