import { isWithin, verdictOf } from './statistics';

it.each([
  ['PASS', { median: 1.2, low: 1.1, high: 1.3 }],
  ['UNDECIDED', { median: 1.3, low: 1.2, high: 1.4 }],
  ['FAIL', { median: 1.5, low: 1.31, high: 1.6 }],
])('%s: the interval is below the target, includes it, or is above it', (verdict, found) => {
  expect(verdictOf(found, 1.3)).toBe(verdict);
});

it('compares the width of an interval with the median', () => {
  expect(isWithin({ median: 2, low: 1.96, high: 2.05 }, 0.05)).toBe(true);
  expect(isWithin({ median: 2, low: 1.9, high: 2.1 }, 0.05)).toBe(false);
});
