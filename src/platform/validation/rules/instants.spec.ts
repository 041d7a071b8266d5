import { instantsOf } from './instants';

describe('the period between two moments', () => {
  it.each([
    [undefined, undefined, undefined, undefined],
    ['2026-03-01', undefined, '2026-03-01T00:00:00.000Z', undefined],
    [undefined, '2026-03-31', undefined, '2026-04-01T00:00:00.000Z'],
    ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.123Z', '2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.124Z'],
    ['2026-03-01T00:30:00+03:00', undefined, '2026-02-28T21:30:00.000Z', undefined],
  ])('from %s to %s is from %s to before %s', (from, to, first, end) => {
    const instants = instantsOf(from, to);
    expect([instants.from?.toISOString(), instants.before?.toISOString()]).toEqual([first, end]);
  });
});
