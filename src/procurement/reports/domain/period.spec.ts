import { refusal } from '../../../../test/support/refusals';
import { monthsOf, reportPeriod } from './period';

describe('reportPeriod', () => {
  const at = { today: '2026-03-10', fiscalYearStartMonth: 1 };

  it.each([
    ['the fiscal year to today', {}, at, ['2026-01-01', '2026-03-10']],
    ['a fiscal year that started in July', {}, { ...at, fiscalYearStartMonth: 7 }, ['2025-07-01', '2026-03-10']],
    ['from the start of the fiscal year to a given day', { to: '2024-05-01' }, at, ['2024-01-01', '2024-05-01']],
    ['from a day to today', { from: '2026-02-01' }, at, ['2026-02-01', '2026-03-10']],
    ['one day', { from: '2026-02-01', to: '2026-02-01' }, at, ['2026-02-01', '2026-02-01']],
    ['ten years', { from: '2016-03-11', to: '2026-03-10' }, at, ['2016-03-11', '2026-03-10']],
  ])('returns %s', (_, asked, context, [from, to]) => {
    expect(reportPeriod(asked, context)).toEqual({ from, to });
  });

  it.each([
    ['the end before the start', { from: '2026-03-02', to: '2026-03-01' }, 'Must not be before from_date.'],
    ['a start in the future', { from: '2026-03-11' }, 'Must not be before from_date.'],
    ['ten years and a day', { from: '2016-03-10', to: '2026-03-10' }, 'A report can cover at most 10 years.'],
    ['a century', { from: '1926-01-01', to: '2026-01-01' }, 'A report can cover at most 10 years.'],
  ])('rejects %s', (_, asked, says) => {
    expect(refusal(() => reportPeriod(asked, at))).toEqual({
      code: 'BAD_REQUEST',
      says: 'The request is not valid.',
      fields: { to_date: [says] },
    });
  });
});

describe('monthsOf', () => {
  it('returns all months that overlap the period', () => {
    expect(monthsOf({ from: '2025-11-30', to: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });
});
