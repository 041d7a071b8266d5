import { decimal } from '../../common/money';
import { add, type DailyFigures, difference, NO_FIGURES, type PerformanceFigures, plus } from './figures';

const days = (...entries: [string, Partial<PerformanceFigures>][]): DailyFigures => {
  const made = new Map<string, PerformanceFigures>();
  for (const [day, part] of entries) add(made, day, part);
  return made;
};

describe('figures by day', () => {
  it('add up day by day', () => {
    const made = days(
      ['2026-01-01', { received: decimal(3) }],
      ['2026-01-01', { received: decimal(4), rejected: decimal(1) }],
    );
    expect(made.get('2026-01-01')).toEqual(plus(NO_FIGURES, { received: decimal(7), rejected: decimal(1) }));
  });

  it('differ where one has what the other has not, and nowhere else', () => {
    const before = days(['2026-01-01', { received: decimal(3) }], ['2026-01-02', { answers: decimal(1) }]);
    const after = days(['2026-01-01', { received: decimal('3.0') }], ['2026-01-03', { answers: decimal(1) }]);
    expect([...difference(before, after)]).toEqual([
      ['2026-01-02', plus(NO_FIGURES, { answers: decimal(-1) })],
      ['2026-01-03', plus(NO_FIGURES, { answers: decimal(1) })],
    ]);
  });

  it('differ in the order of the days, whichever side a day is on', () => {
    const one = { answers: decimal(1) };
    const changed = difference(
      days(['2026-01-02', one], ['2026-01-04', one]),
      days(['2026-01-03', one], ['2026-01-01', one]),
    );
    expect([...changed.keys()]).toEqual(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']);
  });
});
