import { MemoryCounters, windowsAt } from './counters';

const MINUTE = 60_000;
const MORNING = Date.parse('2026-03-10T09:00:00.000Z');
const NEXT_DAY = Date.parse('2026-03-11T00:00:00.000Z');
const LIMITS = { perMinute: 2, perDay: 5 };

describe('the counters of one process', () => {
  let counters: MemoryCounters;
  beforeEach(() => (counters = new MemoryCounters()));

  const take = (count: number, at: number, caller = 'one'): (string | undefined)[] =>
    Array.from(
      { length: count },
      () => counters.take({ group: 'tenant', id: caller }, LIMITS, windowsAt(at)).refusedBy,
    );

  it('reject requests over the minute limit, and accept requests in the next minute', () => {
    expect(take(3, MORNING)).toEqual([undefined, undefined, 'minute']);
    expect(take(1, MORNING + MINUTE)).toEqual([undefined]);
  });

  it('reject requests over the daily limit until 00:00 UTC, however they are distributed', () => {
    const minutes = [0, 1, 2].flatMap((minute) => take(2, MORNING + minute * MINUTE));
    expect(minutes).toEqual([undefined, undefined, undefined, undefined, undefined, 'day']);
    expect(take(1, NEXT_DAY - 1)).toEqual(['day']);
    expect(take(1, NEXT_DAY)).toEqual([undefined]);
  });

  it('do not count a rejected request against the day', () => {
    expect(take(10, MORNING).filter((refused) => refused === 'minute')).toHaveLength(8);
    expect(take(2, MORNING + MINUTE)).toEqual([undefined, undefined]);
    expect(take(2, MORNING + 2 * MINUTE)).toEqual([undefined, 'day']);
  });

  it('count each caller separately', () => {
    take(2, MORNING);
    expect(take(1, MORNING, 'other')).toEqual([undefined]);
  });
});
