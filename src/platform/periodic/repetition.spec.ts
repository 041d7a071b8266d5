import { type PeriodicWork, Repetition, type Timers } from './periodic';
import { awaitedLater } from '../../../test/support/awaited-later';

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

function workOfSpec(options: Partial<PeriodicWork> = {}) {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const clockwork = timersOfSpec();
  const run = (): Promise<void> => new Promise((end, fail) => runs.push({ end, fail }));
  const work: PeriodicWork = { name: 'work', every: 100, failure: 'It failed', run, ...options };
  const repetition = new Repetition(work, (error) => failures.push(error), clockwork.timers);
  return { repetition, runs, failures, ...clockwork };
}

const goOn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('runs one period after the start, and one period after the end of each run', async () => {
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

it('runs at its start if configured', () => {
  const { repetition, runs } = workOfSpec({ runsAtStart: true });
  repetition.start();
  expect(runs).toHaveLength(1);
});

it('calls the interval function after each run', async () => {
  const waits = [7, 8];
  const { repetition, lengths, come } = workOfSpec({ every: () => waits.shift() ?? 0, run: () => Promise.resolve() });
  repetition.start();
  expect(lengths()).toEqual([7]);
  come();
  await goOn();
  expect(lengths()).toEqual([8]);
});

it('starts only once, however often start is called', () => {
  const { repetition, lengths } = workOfSpec();
  repetition.start();
  repetition.start();
  expect(lengths()).toEqual([100]);
});

it('reports a failed run, and runs again', async () => {
  const { repetition, runs, failures, lengths, come } = workOfSpec();
  repetition.start();
  come();
  runs[0]?.fail(new Error('away'));
  await goOn();
  expect(failures).toEqual([new Error('away')]);
  expect(lengths()).toEqual([100]);
});

it('reports work that throws synchronously, and runs again', async () => {
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

it('waits for the current run on stop, and starts no other', async () => {
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

it('clears the timer of the next run on stop', async () => {
  const { repetition, lengths } = workOfSpec();
  repetition.start();
  await repetition.stop();
  expect(lengths()).toEqual([]);
});
