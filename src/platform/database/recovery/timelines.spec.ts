import { StartRefusal } from '../../../common/errors/start-refusal';
import { assertRestoreFinished, type NotedTimeline, type Timeline } from './timelines';

const NOTED: NotedTimeline = {
  system: '7',
  timeline: 2,
  wasRestored: true,
  notedAt: new Date('2026-03-10T14:20:00.500Z'),
};
const CURRENT: Timeline = { system: '7', timeline: 3, hasTarget: false, restoredAt: null };

const check = (current: Partial<Timeline>): ReturnType<typeof assertRestoreFinished> =>
  assertRestoreFinished({
    query: <Rows>(sql: string) =>
      Promise.resolve([sql.includes('database_timelines') ? NOTED : { ...CURRENT, ...current }] as Rows),
  });

describe('the check for an unfinished restore', () => {
  it('accepts the noted timeline, with any settings', async () => {
    expect(await check({ timeline: 2, hasTarget: true, restoredAt: '2026-03-10T15:00:00Z' })).toEqual([]);
  });

  it.each<[string, Partial<Timeline>]>([
    ['without a mark', {}],
    ['with the mark of a restore that was finished', { restoredAt: '2026-03-10T14:10:00Z' }],
  ])('warns of a standby that took over %s', async (_, current) => {
    expect(await check(current)).toEqual([
      expect.objectContaining({ message: 'PostgreSQL is on timeline 3, not 2: a standby took over' }),
    ]);
  });

  it.each<[string, Partial<Timeline>]>([
    ['a mark newer than the last note', { restoredAt: '2026-03-10T14:30:00Z' }],
    ['a mark that is no instant', { restoredAt: 'yes' }],
    ['a recovery target', { hasTarget: true }],
    ['another cluster', { system: '8' }],
  ])('rejects a new timeline with %s', async (_, current) => {
    await expect(check(current)).rejects.toThrow(StartRefusal);
  });
});
