import { idMargin, MOST_REPORTED, seriesReport, windowBefore, yearsOf } from './margins';

const at = (text: string): Date => new Date(text);

describe('the margin after a restore', () => {
  it('is ten thousand ids per second and at least a million', () => {
    expect(idMargin(at('2026-03-10T10:00:00Z'), at('2026-03-10T10:00:05Z'))).toBe(1_000_000);
    expect(idMargin(at('2026-03-10T10:00:00Z'), at('2026-03-10T12:00:00Z'))).toBe(72_000_000);
  });

  it('counts documents in ten times the lost period before it', () => {
    expect(windowBefore(at('2026-03-10T10:00:00Z'), at('2026-03-10T11:00:00Z'))).toEqual(at('2026-03-10T00:00:00Z'));
  });

  it('covers the years of the lost period with one more day on either side', () => {
    expect(yearsOf(at('2026-03-10T10:00:00Z'), at('2026-03-10T11:00:00Z'))).toEqual([2026]);
    expect(yearsOf(at('2026-12-31T10:00:00Z'), at('2026-12-31T11:00:00Z'))).toEqual([2026, 2027]);
    expect(yearsOf(at('2026-12-31T10:00:00Z'), at('2028-01-05T00:00:00Z'))).toEqual([2026, 2027, 2028]);
  });
});

describe('the report of number series', () => {
  it('contains only the count if all series skip the minimum', () => {
    const series = [7, 8].map((from) => ({ from, to: from + 1_000 }));
    expect(seriesReport(series, 1_000)).toEqual({ count: 2, least: 1_000, most: 1_000, wider: 0, widest: [] });
  });

  it('lists series that skip more, widest first, up to a maximum', () => {
    const series = Array.from({ length: 30_000 }, (_, index) => ({ from: 5, to: 1_005 + index }));
    const report = seriesReport(series, 1_000);
    expect(report).toMatchObject({ count: 30_000, most: 30_999, wider: 29_999 });
    expect(report.widest).toHaveLength(MOST_REPORTED);
    expect(report.widest[0]).toEqual({ from: 5, to: 31_004 });
  });
});
