import { type Beginning, faultsOfBeginning } from './beginning';
import type { Anchor } from './chain-walk';

const FIRST = Buffer.alloc(32, 1);
const START = Buffer.alloc(32, 2);
const NOW = new Date('2026-03-10T09:00:00.000Z');
const fault = (problem: string, position: number): unknown => ({ problem, position, kind: null, row_id: null });

/** Seals up to 10 were deleted. Their rows happened before 10 March 2024. */
const removed: Beginning = {
  start_position: 10,
  start_hash: START,
  removed_before: '2024-03-10T09:00:00.000Z',
  events_removed_before: null,
  position: 11,
};
const whole: Beginning = {
  start_position: 0,
  start_hash: FIRST,
  removed_before: null,
  events_removed_before: null,
  position: 1,
};
const anchor = (position: number, anchored_at: string, hash = START): Anchor => ({
  position,
  hash: hash.toString('hex'),
  anchored_at,
});
const faults = (changes: Partial<Beginning>, anchors: readonly Anchor[] = []): unknown[] =>
  faultsOfBeginning({ ...removed, ...changes }, FIRST, anchors, NOW);

describe('the start of a chain', () => {
  it('is valid if nothing was deleted, or only old rows', () => {
    expect(faultsOfBeginning(whole, FIRST, [], NOW)).toEqual([]);
    expect(faults({})).toEqual([]);
    expect(faults({ position: null })).toEqual([]);
    expect(
      faults({ events_removed_before: '2026-02-08T09:00:00.000Z', removed_before: '2025-03-10T09:00:00.000Z' }),
    ).toEqual([]);
  });

  it.each<[string, Partial<Beginning>]>([
    ['with an existing seal before it', { position: 10 }],
    ['without a mark', { removed_before: null }],
    ['with rows deleted that are less than a year old', { removed_before: '2025-03-10T09:00:00.001Z' }],
    ['with an unreadable year', { removed_before: '12024-03-10T09:00:00.000Z' }],
    ['with events deleted that are less than 30 days old', { events_removed_before: '2026-02-08T09:00:00.001Z' }],
    ['with events deleted before an unreadable year', { events_removed_before: '12024-03-10T09:00:00.000Z' }],
  ])('is invalid %s', (_what, changes) => {
    expect(faults(changes)).toEqual([fault('start', 10)]);
  });

  it("is invalid if the first seal does not follow the tenant's initial hash", () => {
    expect(faultsOfBeginning({ ...whole, start_hash: START }, FIRST, [], NOW)).toEqual([fault('start', 0)]);
  });

  it(
    'is invalid if an anchor before it is more than a day later than the mark; only the first anchor is ' + 'reported',
    () => {
      expect(faults({}, [anchor(9, '2024-03-11T09:00:00.000Z')])).toEqual([]);
      const late = [fault('start', 10), fault('anchor', 9)];
      expect(faults({}, [anchor(9, '2024-03-11T09:00:00.001Z')])).toEqual(late);
      expect(faults({}, [anchor(9, 'once')])).toEqual(late);
      expect(faults({ removed_before: null }, [anchor(9, '2000-01-01T00:00:00.000Z')])).toEqual(late);
      const three = [
        anchor(7, '2026-03-09T00:00:00.000Z'),
        anchor(5, '2026-03-08T00:00:00.000Z'),
        anchor(3, '2023-01-01T00:00:00.000Z'),
      ];
      expect(faults({}, three)).toEqual([fault('start', 10), fault('anchor', 5)]);
    },
  );

  it('is compared with an anchor at the same position by hash only, and with no later one', () => {
    expect(faults({}, [anchor(10, '2026-03-09T00:00:00.000Z'), anchor(11, '2026-03-09T00:00:00.000Z', FIRST)])).toEqual(
      [],
    );
    expect(faults({}, [anchor(10, '2023-01-01T00:00:00.000Z', FIRST)])).toEqual([fault('anchor', 10)]);
  });
});
