import fc from 'fast-check';
import type { Outcome } from './outcome';
import { nextDelay, parseRetryAfter, settle } from './settlement';

const NOW = new Date('2025-06-02T12:00:00.000Z');
const retry: Outcome = { verdict: 'retry', failure: 'HTTP_500', retryAfter: undefined };
const question = {
  outcome: retry,
  roundFailures: 0,
  delays: [60, 300, 1800],
  retryAfter: null,
  now: NOW,
  random: 0.5,
  isOpen: true,
};

it('ends the delivery after a success, regardless of earlier failures', () => {
  expect(settle({ ...question, outcome: { verdict: 'success' }, roundFailures: 2, isOpen: false })).toEqual({
    status: 'succeeded',
    roundFailures: 2,
    dueAt: null,
    failure: null,
  });
});

it.each([
  [0, '2025-06-02T12:01:00.000Z'],
  [1, '2025-06-02T12:05:00.000Z'],
  [2, '2025-06-02T12:30:00.000Z'],
])('schedules a retry after a failed attempt with %d earlier ones: %s', (roundFailures, dueAt) => {
  expect(settle({ ...question, roundFailures })).toEqual({
    status: 'pending',
    roundFailures: roundFailures + 1,
    dueAt: new Date(dueAt),
    failure: 'HTTP_500',
  });
});

it('fails the delivery after the fourth failed attempt', () => {
  expect(settle({ ...question, roundFailures: 3 })).toEqual({
    status: 'failed',
    roundFailures: 4,
    dueAt: null,
    failure: 'HTTP_500',
  });
});

it('uses the delay that the receiver requests', () => {
  expect(settle({ ...question, retryAfter: 100, random: 0 }).dueAt).toEqual(new Date(NOW.getTime() + 100_000));
});

it.each<Outcome>([
  { verdict: 'fail', failure: 'BLOCKED_ADDRESS' },
  { verdict: 'gone', failure: 'HTTP_410' },
])('fails at once: %j', (outcome) => {
  expect(settle({ ...question, outcome })).toMatchObject({
    status: 'failed',
    dueAt: null,
    failure: 'failure' in outcome ? outcome.failure : null,
  });
});

it('cancels a delivery instead of a retry if the subscription is not open, but the last failed attempt still fails it', () => {
  expect(settle({ ...question, isOpen: false })).toMatchObject({ status: 'cancelled', dueAt: null });
  expect(settle({ ...question, isOpen: false, roundFailures: 3 })).toMatchObject({ status: 'failed' });
});

const retryQuestion = { failedAttempts: 1, delays: [60, 300, 1800], retryAfter: null, random: 0.5 };
const below1 = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it.each([
  [1, 60],
  [2, 300],
  [3, 1800],
])('waits after %d failed attempts about %d seconds, varied by a fifth', (failedAttempts, base) => {
  expect(nextDelay({ ...retryQuestion, failedAttempts })).toBeCloseTo(base, 9);
  expect(nextDelay({ ...retryQuestion, failedAttempts, random: 0 })).toBeCloseTo(base * 0.8, 9);
  expect(nextDelay({ ...retryQuestion, failedAttempts, random: 1 - Number.EPSILON })).toBeCloseTo(base * 1.2, 9);
});

it('ends after one attempt and one retry per delay', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 6 }), below1, (delays, random) => {
      let attempts = 1;
      while (nextDelay({ ...retryQuestion, failedAttempts: attempts, delays, random }) !== null) attempts += 1;
      return attempts === delays.length + 1;
    }),
  );
});

it('limits the requested delay to between the base and twice the base', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), below1, (retryAfter, random) => {
      const delay = nextDelay({ ...retryQuestion, retryAfter, random });
      return delay !== null && delay >= 60 && delay <= 120 && delay >= Math.min(retryAfter, 120);
    }),
  );
});

it('spreads ten thousand deliveries that failed together: no second has more than 2 % of them, at 300 s', () => {
  // A fixed linear congruential sequence: the same jitter on every run.
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const buckets = new Map<number, number>();
  for (let delivery = 0; delivery < 10_000; delivery += 1) {
    const second = Math.floor(nextDelay({ ...retryQuestion, failedAttempts: 2, random: random() }) ?? 0);
    buckets.set(second, (buckets.get(second) ?? 0) + 1);
  }
  expect(Math.max(...buckets.values())).toBeLessThanOrEqual(200);
});

const RECEIVED = new Date('2025-01-01T00:00:00.000Z');

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Wed, 01 Jan 2025 00:02:00 GMT', 120],
  ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
  // The two older forms of an HTTP date, and a date in another format.
  ['Wednesday, 01-Jan-25 00:02:00 GMT', 120],
  ['Sun Nov  6 08:49:37 1994', 0],
  ['1 January 2025 00:02:00 GMT', null],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2025-01-01', null],
  ['9999999999', null],
  ['Xyz, not a date', null],
])('parses %j as %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, RECEIVED)).toBe(seconds);
});
