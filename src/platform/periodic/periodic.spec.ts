import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { Periodic } from './periodic';

const work = { name: 'Work', every: 60_000, runsAtStart: true, failure: 'It failed' };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => jest.restoreAllMocks());

it.each([
  ['api', ['Everybody']],
  ['worker', ['Everybody', 'Workers']],
  ['all', ['Everybody', 'Workers']],
] as const)('a process with the role %s repeats: %j', async (role, expected) => {
  const periodic = new Periodic({ PROCESS_ROLE: role });
  const runs: string[] = [];
  const run = (name: string) => () => Promise.resolve(runs.push(name));
  periodic.add({ ...work, name: 'Everybody', run: run('Everybody') });
  periodic.add({ ...work, name: 'Workers', onlyInWorkers: true, run: run('Workers') });
  periodic.onApplicationBootstrap();
  await settled();
  expect(runs).toEqual(expected);
  expect(periodic.works.map(({ name }) => name)).toEqual(expected);
  await periodic.beforeApplicationShutdown();
});

it('logs a failed run as a warning with the name of the work, but not while the process stops', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  const periodic = new Periodic({ PROCESS_ROLE: 'all' });
  const away = new Error('away');
  let fail: (error: Error) => void = () => undefined;
  periodic.add({ ...work, run: () => Promise.reject(away) });
  periodic.add({ ...work, name: 'Slow', run: () => new Promise((_resolve, reject) => (fail = reject)) });
  periodic.onApplicationBootstrap();
  await settled();
  expect(warn.mock.calls).toEqual([[{ err: away, work: 'Work' }, 'It failed']]);
  const stopping = periodic.beforeApplicationShutdown();
  fail(away);
  await stopping;
  expect(warn).toHaveBeenCalledTimes(1);
});

it('exports the time since the last success, the interval and the outcomes of each work', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  const periodic = new Periodic({ PROCESS_ROLE: 'api' });
  const outcomes: (() => Promise<unknown>)[] = [
    () => Promise.resolve(),
    () => Promise.reject(new Error('away')),
    () => Promise.reject(new Error('away')),
  ];
  const again = { every: 0, runsAtStart: true, failure: 'It failed' };
  const done = new Promise<void>((resolve) => {
    const run = (): Promise<unknown> => {
      now.mockReturnValue(performance.now() + 4_000);
      return (outcomes.shift() ?? (() => (resolve(), new Promise(() => undefined))))();
    };
    periodic.add({ ...again, name: 'Measured', run });
  });
  periodic.add({ ...work, name: 'Never due', every: 90_000, runsAtStart: false, run: () => Promise.resolve() });
  periodic.add({ ...work, name: 'Of workers', onlyInWorkers: true, run: () => Promise.resolve() });
  periodic.onApplicationBootstrap();
  await done;
  const shown = async (): Promise<string[]> =>
    (await register.metrics())
      .split('\n')
      .filter((line) => /^periodic_work_.*(Measured|Never due|Of workers)/.test(line));
  expect(await shown()).toEqual([
    'periodic_work_runs_total{work="Measured",outcome="succeeded"} 1',
    'periodic_work_runs_total{work="Measured",outcome="failed"} 2',
    'periodic_work_runs_total{work="Never due",outcome="succeeded"} 0',
    'periodic_work_runs_total{work="Never due",outcome="failed"} 0',
    // One run succeeded at 5 s, when the other work was started; now it is 17 s.
    'periodic_work_seconds_since_success{work="Measured"} 12',
    'periodic_work_seconds_since_success{work="Never due"} 12',
    'periodic_work_interval_seconds{work="Measured"} 0',
    'periodic_work_interval_seconds{work="Never due"} 90',
  ]);
  void periodic.stop();
  expect((await shown()).filter((line) => !line.includes('runs_total'))).toEqual([]);
});
