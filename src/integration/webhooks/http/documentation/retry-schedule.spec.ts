import { DEFAULT_RETRY_DELAYS } from '../../../../platform/config';
import { retrySchedule, withRetries } from './retry-schedule';

it.each([
  [[60, 300, 1800], 'retried 3 times, after about 60 s, 300 s and 1,800 s, each varied by up to 20 %'],
  [[60], 'retried once, after about 60 s, each varied by up to 20 %'],
  [
    [60, 7200, 86_400, 604_800],
    'retried 4 times, after about 60 s, 7,200 s (2 hours), 86,400 s (1 day) and 604,800 s (7 days), each ' +
      'varied by up to 20 %',
  ],
])('describes the delays %j', (delays, words) => {
  expect(retrySchedule(delays)).toBe(words);
});

it('replaces the default retries in a document', () => {
  const document = `Not received: ${retrySchedule(DEFAULT_RETRY_DELAYS)}.`;
  expect(withRetries(document, { WEBHOOK_RETRY_DELAYS: [5] })).toBe(
    'Not received: retried once, after about 5 s, each varied by up to 20 %.',
  );
});
