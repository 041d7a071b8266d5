import fc from 'fast-check';
import { addDays, monthOf, nextMonth, type Period } from '../../../common/clock';
import { type FigureRange, figureRanges, opposite } from './ranges';

/** Every day in a range, including the days of its months and years. */
function daysOf({ grain, from, to }: FigureRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const begins = { day: true, month: day === monthOf(day), year: day.endsWith('-01-01') }[grain];
    if (!begins) continue;
    const end = { day: addDays(day, 1), month: nextMonth(day), year: `${Number(day.slice(0, 4)) + 1}-01-01` }[grain];
    for (let inner = day; inner < end; inner = addDays(inner, 1)) days.push(inner);
  }
  return days;
}

/** How often each day counts, without days that count zero times. */
function counted(ranges: readonly FigureRange[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const range of ranges) {
    for (const day of daysOf(range)) counts.set(day, (counts.get(day) ?? 0) + range.sign);
  }
  return new Map([...counts].filter(([, count]) => count !== 0));
}

/** Number of rows read for one key: one for every day, month and year that has begun. */
function read(ranges: readonly FigureRange[], today: string): number {
  const first = {
    day: () => true,
    month: (day: string) => day.endsWith('-01'),
    year: (day: string) => day.endsWith('-01-01'),
  };
  let rows = 0;
  for (const { grain, from, to } of ranges) {
    for (let day = from; day <= to && day <= today; day = addDays(day, 1)) rows += first[grain](day) ? 1 : 0;
  }
  return rows;
}

const shown = (ranges: readonly FigureRange[]): string[] =>
  ranges.map(({ grain, from, to, sign }) => `${sign === 1 ? '+' : '-'} ${grain} ${from} ${to}`);

describe('the figures of a period', () => {
  it.each([
    ['this year until today', { from: '2026-01-01', to: '2026-11-21' }, '2026-11-21', 1],
    ['the previous year', { from: '2025-01-01', to: '2025-12-31' }, '2026-11-21', 1],
    ['ten years until today', { from: '2016-11-22', to: '2026-11-21' }, '2026-11-21', 20],
    ['a fiscal year from July until today', { from: '2025-07-01', to: '2026-03-10' }, '2026-03-10', 8],
    ['a quarter', { from: '2026-04-01', to: '2026-06-30' }, '2026-11-21', 3],
    ['a day', { from: '2026-04-15', to: '2026-04-15' }, '2026-11-21', 1],
    ['days across the end of a month', { from: '2026-04-30', to: '2026-05-02' }, '2026-11-21', 3],
    ['a month without its first and last day', { from: '2026-04-02', to: '2026-04-29' }, '2026-11-21', 3],
    ['half a month', { from: '2026-04-01', to: '2026-04-15' }, '2026-11-21', 15],
  ])('for %s need few rows', (_, period, today, rows) => {
    expect(read(figureRanges(period, { today }), today)).toBe(rows);
  });

  it('are whole years, with months and days added or subtracted at the ends', () => {
    expect(shown(figureRanges({ from: '2024-01-03', to: '2026-03-30' }, { today: '2026-11-21' }))).toEqual([
      '- day 2024-01-01 2024-01-02',
      '- day 2026-03-31 2026-03-31',
      '+ month 2026-01-01 2026-03-31',
      '+ year 2024-01-01 2025-12-31',
    ]);
    expect(
      shown(figureRanges({ from: '2026-01-01', to: '2026-11-21' }, { today: '2026-11-21', coarsest: 'month' })),
    ).toEqual(['- day 2026-11-22 2026-11-30', '+ month 2026-01-01 2026-11-30']);
  });

  it('count each day of the period once, count no other day, and are few', () => {
    const days = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(
        days(800),
        days(800),
        fc.option(days(2000), { nil: undefined }),
        fc.constantFrom('month' as const, 'year' as const),
        (start, length, now, coarsest) => {
          const from = addDays('2023-11-20', start);
          const period: Period = { from, to: addDays(from, length) };
          const today = now === undefined ? undefined : addDays('2023-11-20', now);
          const ranges = figureRanges(period, { coarsest, ...(today !== undefined && { today }) });
          const expected = daysOf({ grain: 'day', ...period, sign: 1 });
          const counts = counted(ranges);
          expect([...counts.keys()].sort()).toEqual(expected);
          expect([...counts.values()].every((count) => count === 1)).toBe(true);
          if (coarsest === 'year') expect(read(ranges, today ?? '9999-12-31')).toBeLessThanOrEqual(2 * 15 + 2 * 6 + 6);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are empty for a period that ends before it begins', () => {
    expect(figureRanges({ from: '2026-03-02', to: '2026-03-01' })).toEqual([]);
  });

  it('swap addition and subtraction in the opposite range', () => {
    const days: FigureRange = { grain: 'day', from: '2026-03-01', to: '2026-03-02', sign: 1 };
    expect(opposite(days)).toEqual({ ...days, sign: -1 });
    expect(opposite(opposite(days))).toEqual(days);
  });
});
