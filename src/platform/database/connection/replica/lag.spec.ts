import { Lag, positionOf } from './lag';

it('parses PostgreSQL positions, whose second half has 32 bits', () => {
  expect(positionOf('0/0')).toBe(0n);
  expect(positionOf('0/FFFFFFFF') + 1n).toBe(positionOf('1/0'));
  expect(positionOf('16/B374D848')).toBe(0x16_b374d848n);
});

describe('the lag of a replica', () => {
  const lag = new Lag(10_000);
  beforeEach(() => lag.forget());

  it('is unknown before the replica has reached a mark', () => {
    expect(lag.at(0)).toBe(Infinity);
    lag.mark(1_000, 100n);
    lag.reach(99n, 1_001);
    expect(lag.at(1_001)).toBe(Infinity);
  });

  it('counts from the newest mark that the replica has reached', () => {
    lag.mark(1_000, 100n);
    lag.mark(2_000, 200n);
    lag.mark(3_000, 300n);
    lag.reach(250n, 3_100);
    expect(lag.at(3_100)).toBe(1_100);
    lag.reach(250n, 4_000);
    expect(lag.at(4_000)).toBe(2_000);
    lag.reach(300n, 4_100);
    expect(lag.at(4_100)).toBe(1_100);
  });

  it('does not grow while the primary is idle', () => {
    for (const at of [1_000, 2_000, 60_000]) {
      lag.mark(at, 100n);
      lag.reach(100n, at + 5);
    }
    expect(lag.at(60_010)).toBe(10);
  });

  it('discards old marks, however long the replica is stuck', () => {
    lag.mark(0, 1n);
    lag.reach(1n, 0);
    for (let at = 1_000; at <= 1_000_000; at += 1_000) {
      lag.mark(at, BigInt(at));
      lag.reach(1n, at);
    }
    expect(lag.at(1_000_000)).toBe(1_000_000);
    // The oldest mark has been discarded: reaching only its position does not reduce the lag.
    lag.reach(5_000n, 1_000_000);
    expect(lag.at(1_000_000)).toBe(1_000_000);
    lag.reach(995_000n, 1_000_000);
    expect(lag.at(1_000_000)).toBe(5_000);
  });
});
