import { ageing } from './ageing';

describe('ageing', () => {
  it('counts orders older than 3, 7 and 14 whole days', () => {
    const waiting = [
      { day: '2026-03-10', count: 1 },
      { day: '2026-03-07', count: 2 },
      { day: '2026-03-06', count: 4 },
      { day: '2026-03-03', count: 8 },
      { day: '2026-03-02', count: 16 },
      { day: '2026-02-24', count: 32 },
      { day: '2026-02-23', count: 64 },
    ];
    expect(ageing(waiting, '2026-03-10')).toEqual({ total: 127, over: [124, 112, 64] });
  });

  it('returns 0 without pending orders', () => {
    expect(ageing([], '2026-03-10')).toEqual({ total: 0, over: [0, 0, 0] });
  });
});
