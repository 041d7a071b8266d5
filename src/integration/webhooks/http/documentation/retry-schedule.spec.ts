import { retrySchedule } from './retry-schedule';

it.each([
  [[60, 300, 1800], 'tried again 3 times, after about 60 s, 300 s and 1,800 s, each a fifth either way'],
  [[60], 'tried again once, after about 60 s, each a fifth either way'],
  [
    [60, 7200, 86_400, 604_800],
    'tried again 4 times, after about 60 s, 7,200 s (2 hours), 86,400 s (1 day) and 604,800 s (7 days), each a fifth either way',
  ],
])('%j', (delays, words) => {
  expect(retrySchedule(delays)).toBe(words);
});
