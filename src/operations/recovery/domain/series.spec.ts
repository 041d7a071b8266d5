import { MOST_TOLD, seriesReport } from './series';

describe('what the report of a restore tells of number series', () => {
  it('is their count, where all leave out the least', () => {
    const series = [7, 8].map((from) => ({ from, to: from + 1_000 }));
    expect(seriesReport(series, 1_000)).toEqual({ count: 2, least: 1_000, most: 1_000, wider: 0, widest: [] });
  });

  it('names those that leave out more, the widest first, and no more than are read', () => {
    const series = Array.from({ length: 30_000 }, (_, index) => ({ from: 5, to: 1_005 + index }));
    const report = seriesReport(series, 1_000);
    expect(report).toMatchObject({ count: 30_000, most: 30_999, wider: 29_999 });
    expect(report.widest).toHaveLength(MOST_TOLD);
    expect(report.widest[0]).toEqual({ from: 5, to: 31_004 });
  });
});
