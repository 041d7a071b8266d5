import { paceOf, QUICK_MILLISECONDS, SLOW_MILLISECONDS } from './pace';

it.each([
  [0, 'quick'],
  [QUICK_MILLISECONDS, 'quick'],
  [QUICK_MILLISECONDS + 1, 'unremarkable'],
  [SLOW_MILLISECONDS - 1, 'unremarkable'],
  [SLOW_MILLISECONDS, 'slow'],
  [9_000, 'slow'],
])('a success after %d ms is %s', (milliseconds, pace) => expect(paceOf(milliseconds)).toBe(pace));

it('a receiver at either bound does not move with every delivery', () => {
  expect(SLOW_MILLISECONDS).toBeGreaterThanOrEqual(2 * QUICK_MILLISECONDS);
});
