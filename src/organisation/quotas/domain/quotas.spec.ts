import { inMb, isQuota, MOST_QUOTA, NOTHING, QUOTA_NAMES, takeDays, takeOne, usedToday } from './quotas';

const TODAY = '2026-03-10';

describe('one of today', () => {
  it('is taken until the allowance is used up', () => {
    const first = takeOne(NOTHING, TODAY, 2);
    expect(first).toEqual({ day: TODAY, used: 1 });
    const second = takeOne(first ?? NOTHING, TODAY, 2);
    expect(second).toEqual({ day: TODAY, used: 2 });
    expect(takeOne(second ?? NOTHING, TODAY, 2)).toBeUndefined();
  });

  it('is never there when the allowance is nothing', () => {
    expect(takeOne(NOTHING, TODAY, 0)).toBeUndefined();
  });

  it('begins anew on the next day', () => {
    expect(takeOne({ day: '2026-03-09', used: 2 }, TODAY, 2)).toEqual({ day: TODAY, used: 1 });
  });

  it('is refused by a clock that runs behind: the day that another instance has begun is not taken back', () => {
    expect(takeOne({ day: '2026-03-11', used: 1 }, TODAY, 2)).toBeUndefined();
  });
});

describe('days for mails', () => {
  const days = (count: typeof NOTHING, howMany: number) => takeDays(count, TODAY, { limit: 2, howMany });

  it('are today while the quota lasts', () => {
    expect(days(NOTHING, 2)).toEqual({ days: [TODAY, TODAY], count: { day: TODAY, used: 2 } });
  });

  it('go on with the next days, as full as each may be', () => {
    expect(days({ day: TODAY, used: 1 }, 4)).toEqual({
      days: [TODAY, '2026-03-11', '2026-03-11', '2026-03-12'],
      count: { day: '2026-03-12', used: 1 },
    });
  });

  it('come after the mails that wait already', () => {
    expect(days({ day: '2026-03-12', used: 1 }, 2)).toEqual({
      days: ['2026-03-12', '2026-03-13'],
      count: { day: '2026-03-13', used: 1 },
    });
  });

  it('are none for no mails, and nothing is counted', () => {
    expect(days({ day: TODAY, used: 2 }, 0)).toEqual({ days: [], count: { day: TODAY, used: 2 } });
  });
});

describe('what is used today', () => {
  it.each([
    ['nothing after a quiet night', { day: '2026-03-09', used: 2 }, 0],
    ['what was taken today', { day: TODAY, used: 1 }, 1],
    ['all of it while mails wait for a later day', { day: '2026-03-11', used: 1 }, 2],
  ])('is %s', (_, count, used) => {
    expect(usedToday(count, TODAY, 2)).toBe(used);
  });
});

describe('quotas', () => {
  it('are of storage, invitations and mails', () => {
    expect(QUOTA_NAMES).toEqual(['storage_quota_mb', 'invitations_per_day', 'mails_per_day']);
  });

  it('may be 0, except for mails, which would wait for ever', () => {
    expect(QUOTA_NAMES.map((name) => isQuota(name, 0))).toEqual([true, true, false]);
    expect(isQuota('mails_per_day', 1)).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN, MOST_QUOTA + 1])('cannot be %p', (value) => {
    for (const name of QUOTA_NAMES) expect(isQuota(name, value)).toBe(false);
  });

  it('may be as large as a number of bytes that is exact', () => {
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
  ])('%d are %d, rounded up', (bytes, mb) => {
    expect(inMb(bytes)).toBe(mb);
  });
});
