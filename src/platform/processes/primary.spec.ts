import { Restarts } from './primary';

describe('a process that ended', () => {
  it('is replaced at once the first time, then after doubling pauses of at most half a minute', () => {
    const restarts = new Restarts();
    const pauses = Array.from({ length: 9 }, () => restarts.pauseAfter(1_000));
    expect(pauses).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('is replaced at once again after a process that ran for a minute', () => {
    const restarts = new Restarts();
    restarts.pauseAfter(1_000);
    restarts.pauseAfter(1_000);
    expect([restarts.pauseAfter(60_000), restarts.pauseAfter(1_000)]).toEqual([0, 500]);
  });
});
