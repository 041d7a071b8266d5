import type { Outcome } from './outcome';
import { settle } from './settlement';

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

it('a success ends the delivery, whatever came before', () => {
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
])('failed attempt after %d others: again at %s', (roundFailures, dueAt) => {
  expect(settle({ ...question, roundFailures })).toEqual({
    status: 'pending',
    roundFailures: roundFailures + 1,
    dueAt: new Date(dueAt),
    failure: 'HTTP_500',
  });
});

it('the fourth failed attempt fails the delivery', () => {
  expect(settle({ ...question, roundFailures: 3 })).toEqual({
    status: 'failed',
    roundFailures: 4,
    dueAt: null,
    failure: 'HTTP_500',
  });
});

it('what the receiver asks for counts', () => {
  expect(settle({ ...question, retryAfter: 100, random: 0 }).dueAt).toEqual(new Date(NOW.getTime() + 100_000));
});

it.each<Outcome>([
  { verdict: 'fail', failure: 'BLOCKED_ADDRESS' },
  { verdict: 'gone', failure: 'HTTP_410' },
])('%j fails at once', (outcome) => {
  expect(settle({ ...question, outcome })).toMatchObject({
    status: 'failed',
    dueAt: null,
    failure: 'failure' in outcome ? outcome.failure : null,
  });
});

it('a retry that nobody wants any more is cancelled, a last failure is still a failure', () => {
  expect(settle({ ...question, isOpen: false })).toMatchObject({ status: 'cancelled', dueAt: null });
  expect(settle({ ...question, isOpen: false, roundFailures: 3 })).toMatchObject({ status: 'failed' });
});
