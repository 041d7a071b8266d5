import { leaseMilliseconds, RETENTION_MILLISECONDS, ROTATION_OVERLAP_MILLISECONDS } from './limits';

const HOUR = 3_600_000;

it('ends a lease five seconds after the deadline of the attempt', () => {
  expect(leaseMilliseconds(10_000)).toBe(15_000);
});

it('signs with a replaced secret for 24 hours', () => {
  expect(ROTATION_OVERLAP_MILLISECONDS).toBe(24 * HOUR);
});

it('retains ended deliveries for thirty days', () => {
  expect(RETENTION_MILLISECONDS).toBe(720 * HOUR);
});
