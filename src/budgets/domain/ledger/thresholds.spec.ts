import { decimal } from '../../../common/money';
import { crossing, DEFAULT_THRESHOLDS } from './thresholds';

const cross = (before: string, after: string, thresholds: readonly number[] = DEFAULT_THRESHOLDS) => {
  const found = crossing(thresholds, decimal(before), decimal(after));
  return found && [found.highest.toNumber(), found.crossed.map((threshold) => threshold.toNumber())];
};

describe('thresholds', () => {
  it.each([
    ['0', '79.99999', undefined],
    ['79.99999', '80', [80, [80]]],
    ['80', '85', undefined],
    ['50', '95', [90, [80, 90]]],
    ['0', '250', [100, [80, 90, 100]]],
    ['95', '70', undefined],
    ['100', '100', undefined],
  ])('from %s to %s', (before, after, expected) => {
    expect(cross(before, after)).toEqual(expected);
  });

  it('fire again once utilization has fallen below', () => {
    expect([cross('85', '79'), cross('79', '81')]).toEqual([undefined, [80, [80]]]);
  });

  it('are crossed alike in whatever order they were given', () => {
    expect(cross('0', '60', [50, 120, 12.5])).toEqual([50, [12.5, 50]]);
  });

  it('never fire for a budget without thresholds', () => {
    expect(cross('0', '500', [])).toBeUndefined();
  });
});
