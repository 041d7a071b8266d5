import { join } from 'node:path';
import { withClient } from '../../tools/servers/databases';
import { ClosedLoop } from '../load/closed-loop';
import { type Estimate, estimate, median } from '../load/statistics';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { processorTime } from '../stage/usage';
import { Approvals, each } from '../workloads/approvals';

/** What an approval costs because its transaction also keeps the totals behind lists, vendors and reports. */
export interface SummariesCost {
  /** Milliseconds an approval, of the clock: medians of the slices. */
  readonly kept: number;
  readonly left: number;
  /** What an approval costs with them against without, slice by slice: of the clock, and of both processors. */
  readonly time: Estimate;
  readonly processor: Estimate;
  /** The control: of two slices without them, the later against the earlier, which ought to be 1. */
  readonly control: Estimate;
}

interface Slice {
  readonly time: number;
  readonly processor: number;
}

/** Approvals of a slice, for each second that a slice of load would take. */
const SLICE = 100;
/** Orders with all the facts that a vendor's performance is computed from. */
const FIELDS = { expected_delivery_date: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) };

/**
 * Approves the same kind of order with the summaries and without: two services, of which one keeps none of its own, and
 * the triggers switched off for its slices. A slice with them stands between two without.
 * Leaves figures that are wrong: for servers of the run's own alone.
 */
export async function summaries(
  stage: Stage,
  scale: Scale,
  say: (what: string) => void,
): Promise<SummariesCost | undefined> {
  if (stage.kept) {
    say('summaries: left out, for they would leave wrong figures in data that is kept');
    return undefined;
  }
  const without = ['--require', join(__dirname, '..', 'workloads', 'without-summaries.cjs')];
  const programs = { kept: await stage.service('kept', 5), left: await stage.service('left', 6, {}, without) };
  const loops = {
    kept: new ClosedLoop(programs.kept.address, scale.connections),
    left: new ClosedLoop(programs.left.address, scale.connections),
  };
  const work = new Approvals(scale.crowd, FIELDS);
  const size = SLICE * scale.sliceSeconds;
  const slice = async (name: keyof typeof programs): Promise<Slice> => {
    await switchTriggers(stage.servers.adminUrl, 'ENABLE');
    await work.prepare(loops.kept, size);
    if (name === 'left') await switchTriggers(stage.servers.adminUrl, 'DISABLE');
    const calls = each(work.take());
    const processors = (): number =>
      processorTime(programs[name].pid) + processorTime(stage.servers.postgres.pid, true);
    const [busy, started] = [processors(), performance.now()];
    await loops[name].send(Array.from({ length: size }, calls));
    return { time: (performance.now() - started) / size, processor: (processors() - busy) / size };
  };
  for (const name of ['kept', 'left', 'kept', 'left'] as const) await slice(name); // V8 and the plans warm up
  const rounds: { kept: Slice; left: Slice; again: Slice }[] = [];
  for (let round = 0; round < scale.pairs; round += 1) {
    rounds.push({ left: await slice('left'), kept: await slice('kept'), again: await slice('left') });
  }
  await Promise.all(Object.values(loops).map((loop) => loop.close()));
  await Promise.all(Object.values(programs).map((program) => program.stop()));
  const found: SummariesCost = {
    kept: median(rounds.map(({ kept }) => kept.time)),
    left: median(rounds.map(({ left }) => left.time)),
    time: estimate(rounds.map(({ kept, left, again }) => (2 * kept.time) / (left.time + again.time))),
    processor: estimate(
      rounds.map(({ kept, left, again }) => (2 * kept.processor) / (left.processor + again.processor)),
    ),
    control: estimate(rounds.map(({ left, again }) => again.time / left.time)),
  };
  const show = ({ median: middle, low, high }: Estimate): string =>
    `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  say(
    `an approval ${found.kept.toFixed(2)} ms with summaries, ${found.left.toFixed(2)} ms without: ${show(found.time)} of the clock, ${show(found.processor)} of the processors, A/A ${show(found.control)}`,
  );
  return found;
}

/** The triggers that follow a table for lists and reports. */
async function switchTriggers(adminUrl: string, what: 'ENABLE' | 'DISABLE'): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      `SELECT format('ALTER TABLE %s ${what} TRIGGER %I', tgrelid::regclass, tgname) AS statement
         FROM pg_trigger WHERE tgname IN ('report_rows', 'report_changes') ORDER BY tgrelid, tgname`,
    );
    for (const { statement } of rows) await client.query(statement);
  });
}
