import fc from 'fast-check';
import { addDays } from '../../common/clock';
import { monthsOf, type Period, periodParts, reportPeriod } from './period';

describe('the period of a report', () => {
  const at = { today: '2026-03-10', fiscalYearStartMonth: 1 };

  it.each([
    ['the fiscal year to today', {}, at, ['2026-01-01', '2026-03-10']],
    ['a fiscal year that began last July', {}, { ...at, fiscalYearStartMonth: 7 }, ['2025-07-01', '2026-03-10']],
    ['to a day: its fiscal year to it', { to: '2024-05-01' }, at, ['2024-01-01', '2024-05-01']],
    ['from a day to today', { from: '2026-02-01' }, at, ['2026-02-01', '2026-03-10']],
    ['one day', { from: '2026-02-01', to: '2026-02-01' }, at, ['2026-02-01', '2026-02-01']],
    ['ten years', { from: '2016-03-11', to: '2026-03-10' }, at, ['2016-03-11', '2026-03-10']],
  ])('%s', (_, asked, context, [from, to]) => {
    expect(reportPeriod(asked, context)).toEqual({ from, to });
  });

  it.each([
    ['the end before the start', { from: '2026-03-02', to: '2026-03-01' }, 'validation.date_order'],
    ['a start in the future', { from: '2026-03-11' }, 'validation.date_order'],
    ['ten years and a day', { from: '2016-03-10', to: '2026-03-10' }, 'report.period_too_long'],
    ['a century', { from: '1926-01-01', to: '2026-01-01' }, 'report.period_too_long'],
  ])('refuses %s', (_, asked, key) => {
    expect(() => reportPeriod(asked, at)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        extras: { fields: { to_date: [expect.objectContaining({ key })] } },
      }),
    );
  });
});

describe('whole months and the days around them', () => {
  const daysOf = ({ from, to }: Period): string[] => {
    const days: string[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
    return days;
  };

  it.each([
    ['2026-01-01', '2026-03-31', ['2026-01-01', '2026-03-01'], 0, 0],
    ['2026-01-15', '2026-04-02', ['2026-02-01', '2026-03-01'], 17, 2],
    ['2024-02-01', '2024-02-29', ['2024-02-01', '2024-02-01'], 0, 0],
    ['2025-12-31', '2026-02-01', ['2026-01-01', '2026-01-01'], 1, 1],
  ])('%s to %s', (from, to, [first, last], before, after) => {
    const parts = periodParts({ from, to });
    expect(parts.months).toEqual({ from: first, to: last });
    expect([daysOf(parts.before).length, daysOf(parts.after).length]).toEqual([before, after]);
  });

  it('has days alone where no month is whole', () => {
    const parts = periodParts({ from: '2026-01-02', to: '2026-02-27' });
    expect(parts.before).toEqual({ from: '2026-01-02', to: '2026-02-27' });
    expect([daysOf(parts.months), daysOf(parts.after)]).toEqual([[], []]);
  });

  it('together are the period, each day once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 200 }), (start, length) => {
        const from = addDays('2023-11-20', start);
        const period = { from, to: addDays(from, length) };
        const { months, before, after } = periodParts(period);
        const whole = daysOf(months)
          .filter((day) => day.endsWith('-01'))
          .flatMap((month) =>
            daysOf({ from: month, to: addDays(month, 40) }).filter((day) => day.slice(0, 7) === month.slice(0, 7)),
          );
        expect([...daysOf(before), ...whole, ...daysOf(after)]).toEqual(daysOf(period));
      }),
      { numRuns: 100 },
    );
  });

  it('names every month it touches', () => {
    expect(monthsOf({ from: '2025-11-30', to: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });
});
