import { Logger } from '@nestjs/common';
import { Periodic } from './periodic';

const work = { name: 'Work', every: 60_000, runsAtStart: true, failure: 'It failed' };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => jest.restoreAllMocks());

it.each([
  ['api', ['Everybody']],
  ['worker', ['Everybody', 'Workers']],
  ['all', ['Everybody', 'Workers']],
] as const)('a process of the role %s repeats the work of: %j', async (role, expected) => {
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

it('a run that fails is a warning that names the work, but not while the process stops', async () => {
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
