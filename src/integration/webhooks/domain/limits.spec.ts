import { leaseMilliseconds, RETENTION_MILLISECONDS, ROTATION_OVERLAP_MILLISECONDS } from './limits';

const HOUR = 3_600_000;

it('gives an attempt up five seconds after its deadline', () => {
  expect(leaseMilliseconds(10_000)).toBe(15_000);
});

it('lets a replaced secret sign for a day', () => {
  expect(ROTATION_OVERLAP_MILLISECONDS).toBe(24 * HOUR);
});

it('keeps what is finished for thirty days', () => {
  expect(RETENTION_MILLISECONDS).toBe(720 * HOUR);
});
