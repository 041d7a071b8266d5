import { inMb, isQuota, MOST_QUOTA, NOTHING, QUOTA_NAMES, takeDays, takeOne, usedToday } from './quotas';

const TODAY = '2026-03-10';

describe('takeOne', () => {
  it('counts until the quota is used up', () => {
    const first = takeOne(NOTHING, TODAY, 2);
    expect(first).toEqual({ day: TODAY, used: 1 });
    const second = takeOne(first ?? NOTHING, TODAY, 2);
    expect(second).toEqual({ day: TODAY, used: 2 });
    expect(takeOne(second ?? NOTHING, TODAY, 2)).toBeUndefined();
  });

  it('rejects every use of a quota of 0', () => {
    expect(takeOne(NOTHING, TODAY, 0)).toBeUndefined();
  });

  it('starts again on the next day', () => {
    expect(takeOne({ day: '2026-03-09', used: 2 }, TODAY, 2)).toEqual({ day: TODAY, used: 1 });
  });

  it('rejects a clock that is behind: a later day of another instance is not reset', () => {
    expect(takeOne({ day: '2026-03-11', used: 1 }, TODAY, 2)).toBeUndefined();
  });
});

describe('takeDays', () => {
  const days = (count: typeof NOTHING, howMany: number) => takeDays(count, TODAY, { limit: 2, howMany });

  it('returns today while the quota lasts', () => {
    expect(days(NOTHING, 2)).toEqual({ days: [TODAY, TODAY], count: { day: TODAY, used: 2 } });
  });

  it('continues with the next days, up to the quota of each', () => {
    expect(days({ day: TODAY, used: 1 }, 4)).toEqual({
      days: [TODAY, '2026-03-11', '2026-03-11', '2026-03-12'],
      count: { day: '2026-03-12', used: 1 },
    });
  });

  it('continues after the mails that are waiting already', () => {
    expect(days({ day: '2026-03-12', used: 1 }, 2)).toEqual({
      days: ['2026-03-12', '2026-03-13'],
      count: { day: '2026-03-13', used: 1 },
    });
  });

  it('returns no days and counts nothing for no mails', () => {
    expect(days({ day: TODAY, used: 2 }, 0)).toEqual({ days: [], count: { day: TODAY, used: 2 } });
  });
});

describe('usedToday', () => {
  it.each([
    ['0 on a new day', { day: '2026-03-09', used: 2 }, 0],
    ['the count of today', { day: TODAY, used: 1 }, 1],
    ['the whole quota while mails wait for a later day', { day: '2026-03-11', used: 1 }, 2],
  ])('is %s', (_, count, used) => {
    expect(usedToday(count, TODAY, 2)).toBe(used);
  });
});

describe('quotas', () => {
  it('exist for storage, invitations and mails', () => {
    expect(QUOTA_NAMES).toEqual(['storage_quota_mb', 'invitations_per_day', 'mails_per_day']);
  });

  it('may be 0, except for mails, which would wait forever', () => {
    expect(QUOTA_NAMES.map((name) => isQuota(name, 0))).toEqual([true, true, false]);
    expect(isQuota('mails_per_day', 1)).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN, MOST_QUOTA + 1])('cannot be %p', (value) => {
    for (const name of QUOTA_NAMES) expect(isQuota(name, value)).toBe(false);
  });

  it('may be as large as an exact number of bytes', () => {
    expect(isQuota('storage_quota_mb', MOST_QUOTA)).toBe(true);
    expect(Number.isSafeInteger(MOST_QUOTA * 1024 * 1024)).toBe(true);
  });
});

describe('bytes in MB', () => {
  it.each([
    [0, 0],
    [1, 0.1],
    [1_048_576, 1],
    [1_048_577, 1.1],
    [13_000_000, 12.4],
  ])('converts %d to %d, rounded up', (bytes, mb) => {
    expect(inMb(bytes)).toBe(mb);
  });
});
