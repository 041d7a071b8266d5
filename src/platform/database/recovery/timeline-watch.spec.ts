import { Logger } from '@nestjs/common';
import { Periodic } from '../../periodic';
import { TimelineWatch } from './timeline-watch';

describe('the watch of the timeline', () => {
  let timeline: number | undefined;
  let watch: TimelineWatch;
  let periodic: Periodic;
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);

  beforeEach(() => {
    warn.mockClear();
    timeline = 1;
    const query = <Rows>(): Promise<Rows> =>
      timeline === undefined
        ? Promise.reject(new Error('away'))
        : Promise.resolve([{ system: '7', timeline, hasTarget: false, restoredAt: null }] as Rows);
    periodic = new Periodic({ PROCESS_ROLE: 'api' });
    watch = new TimelineWatch({ query }, periodic);
  });
  afterAll(() => warn.mockRestore());

  it('logs one line after a failover, even if the server was unavailable meanwhile', async () => {
    await watch.look();
    timeline = undefined;
    await watch.look();
    timeline = 2;
    await watch.look();
    await watch.look();
    expect(warn.mock.calls).toEqual([
      [
        { timeline: 2, before: 1, system: '7' },
        expect.stringMatching(/^PostgreSQL is on timeline 2, not 1: a standby took over/),
      ],
    ]);
  });

  it('logs nothing while the timeline stays the same', async () => {
    await watch.look();
    await watch.look();
    expect(warn).not.toHaveBeenCalled();
  });

  it('runs in every process', () => {
    expect(periodic.works.map(({ name }) => name)).toEqual(['Timeline of the database']);
  });
});
