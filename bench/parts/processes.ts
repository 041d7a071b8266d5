import { type Calls, ClosedLoop } from '../load/closed-loop';
import { type Figures, pairedSlices } from '../load/pairs';
import type { Estimate } from '../load/statistics';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';
import { createOrder, firstPage, getOrder } from '../workloads/calls';

/** A workload on an instance of one process and on one of two. */
export interface Processes {
  readonly title: string;
  readonly one: Figures | undefined;
  readonly two: Figures | undefined;
  readonly ratio: Estimate;
}

/** Measures how much more two processes of the service do than one, on cores that the load, PostgreSQL and Redis share. */
export async function processes(
  stage: Stage,
  scale: Scale,
  say: (what: string) => void,
): Promise<Readonly<Record<string, Processes>>> {
  const programs = [await stage.service('one', 1), await stage.service('two', 2, { WEB_CONCURRENCY: '2' })] as const;
  const [one, two] = programs.map((program) => ({ program, loop: new ClosedLoop(program.address, scale.connections) }));
  if (!one || !two) throw new Error('Two instances were started');
  const options = { seconds: scale.sliceSeconds, pairs: scale.pairs, postgresPid: stage.servers.postgres.pid };
  const workloads: Readonly<Record<string, { title: string; calls: () => Calls }>> = {
    W1: { title: 'GET one order', calls: () => getOrder(scale) },
    W2: { title: 'first page of 15, exact total', calls: () => firstPage(scale) },
    W3: { title: 'POST an order of 3 lines, many tenants', calls: () => createOrder(scale.crowd) },
  };
  const found: Record<string, Processes> = {};
  for (const [name, { title, calls }] of Object.entries(workloads)) {
    if (scale.workloads && !scale.workloads.includes(name)) continue;
    const paired = await pairedSlices({ one, two }, calls, options);
    const ratio = paired.ratio('two', 'one');
    found[name] = { title, one: paired.figures['one'], two: paired.figures['two'], ratio };
    say(`${name} two processes to one: ${ratio.median.toFixed(2)} [${ratio.low.toFixed(2)}, ${ratio.high.toFixed(2)}]`);
  }
  await Promise.all([one, two].map(({ loop }) => loop.close()));
  await Promise.all(programs.map((program) => program.stop()));
  return found;
}
