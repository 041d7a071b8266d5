import { type PeriodicWork, Repetition, type Timers } from './periodic';
import { awaitedLater } from '../../../test/support/awaited-later';

/** Timers that come when the spec says so. */
function timersOfSpec() {
  const set: { callback: () => void; milliseconds: number; timer: NodeJS.Timeout }[] = [];
  const timers: Timers = {
    set: (callback, milliseconds) => {
      const timer = { id: set.length } as unknown as NodeJS.Timeout;
      set.push({ callback, milliseconds, timer });
      return timer;
    },
    clear: (timer) => {
      const index = set.findIndex((one) => one.timer === timer);
      if (index >= 0) set.splice(index, 1);
    },
  };
  return { timers, lengths: () => set.map(({ milliseconds }) => milliseconds), come: () => set.shift()?.callback() };
}

/** Work whose runs end when the spec says so. */
function workOfSpec(options: Partial<PeriodicWork> = {}) {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const clockwork = timersOfSpec();
  const run = (): Promise<void> => new Promise((end, fail) => runs.push({ end, fail }));
  const work: PeriodicWork = { name: 'work', every: 100, failure: 'It failed', run, ...options };
  const repetition = new Repetition(work, (error) => failures.push(error), clockwork.timers);
  return { repetition, runs, failures, ...clockwork };
}

/** Lets everything go on that waits for a promise which is settled already. */
const goOn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('runs one period after the start, and one period after each run has ended', async () => {
  const { repetition, runs, lengths, come } = workOfSpec();
  repetition.start();
  expect([runs.length, lengths()]).toEqual([0, [100]]);
  come();
  await goOn();
  expect([runs.length, lengths()]).toEqual([1, []]);
  runs[0]?.end();
  await goOn();
  expect(lengths()).toEqual([100]);
});

it('runs when it starts where that is asked for', () => {
  const { repetition, runs } = workOfSpec({ runsAtStart: true });
  repetition.start();
  expect(runs).toHaveLength(1);
});

it('asks after each run when the next one is due', async () => {
  const waits = [7, 8];
  const { repetition, lengths, come } = workOfSpec({ every: () => waits.shift() ?? 0, run: () => Promise.resolve() });
  repetition.start();
  expect(lengths()).toEqual([7]);
  come();
  await goOn();
  expect(lengths()).toEqual([8]);
});

it('starts once, however often start is called', () => {
  const { repetition, lengths } = workOfSpec();
  repetition.start();
  repetition.start();
  expect(lengths()).toEqual([100]);
});

it('reports a run that fails, and runs again', async () => {
  const { repetition, runs, failures, lengths, come } = workOfSpec();
  repetition.start();
  come();
  runs[0]?.fail(new Error('away'));
  await goOn();
  expect(failures).toEqual([new Error('away')]);
  expect(lengths()).toEqual([100]);
});

it('reports work that throws before it promises anything, and runs again', async () => {
  const { repetition, failures, lengths } = workOfSpec({
    runsAtStart: true,
    run: () => {
      throw new Error('at once');
    },
  });
  repetition.start();
  await goOn();
  expect(failures).toEqual([new Error('at once')]);
  expect(lengths()).toEqual([100]);
});

it('waits for the run under way when it is stopped, and starts no other', async () => {
  const { repetition, runs, lengths } = workOfSpec({ runsAtStart: true });
  repetition.start();
  let hasStopped = false;
  const stopping = awaitedLater(repetition.stop().then(() => (hasStopped = true)));
  await goOn();
  expect([repetition.stopped, hasStopped]).toEqual([true, false]);
  runs[0]?.end();
  await stopping;
  expect(lengths()).toEqual([]);
  repetition.start();
  expect(runs).toHaveLength(1);
});

it('clears the timer of the next run when it is stopped', async () => {
  const { repetition, lengths } = workOfSpec();
  repetition.start();
  await repetition.stop();
  expect(lengths()).toEqual([]);
});
