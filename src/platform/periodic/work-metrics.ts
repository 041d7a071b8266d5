import { counter, type Reading, readings } from '../metrics';

/** What of a piece of work is shown. */
interface Repeated {
  readonly name: string;
  /** Milliseconds. */
  readonly every: number | (() => number);
  run(): Promise<unknown>;
}

const runs = counter('periodic_work_runs_total', 'Runs of work that is repeated', ['work', 'outcome']);

/** Work of every service in this process (tests run several), and when it last ran whole (`performance.now()`). */
const repeated = new Map<Repeated, number>();

readings(
  'periodic_work_seconds_since_success',
  'Since the last whole run, or since the service started where there was none yet',
  ['work'],
  () => byName((_work, succeededAt) => (performance.now() - succeededAt) / 1000),
  'min',
);
readings(
  'periodic_work_interval_seconds',
  'From the end of a run to the start of the next',
  ['work'],
  () => byName(({ every }) => (typeof every === 'number' ? every : every()) / 1000),
  'max',
);

export function showWork(work: Repeated): void {
  repeated.set(work, performance.now());
  // Prometheus does not see a series' rise from nothing.
  for (const outcome of ['succeeded', 'failed']) runs.inc({ work: work.name, outcome }, 0);
}

/** Shows it no more. */
export function hideWork(work: Repeated): void {
  repeated.delete(work);
}

/** Runs the work once, and counts the run. @throws what the work throws */
export async function countedRun(work: Repeated): Promise<void> {
  try {
    await work.run();
  } catch (error) {
    runs.inc({ work: work.name, outcome: 'failed' });
    throw error;
  }
  runs.inc({ work: work.name, outcome: 'succeeded' });
  if (repeated.has(work)) repeated.set(work, performance.now());
}

/** A reading for each name; of several services the smallest. */
function byName(of: (work: Repeated, succeededAt: number) => number): Reading<'work'>[] {
  const values = new Map<string, number>();
  for (const [work, succeededAt] of repeated) {
    const value = of(work, succeededAt);
    values.set(work.name, Math.min(value, values.get(work.name) ?? value));
  }
  return [...values].map(([name, value]) => ({ labels: { work: name }, value }));
}
