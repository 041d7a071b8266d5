import { NOTHING, takeDays, takeOne, usedToday } from './daily-count';

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
