import { parseRetryAfter } from './retry-after';

const NOW = new Date('2025-01-01T00:00:00.000Z');

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Wed, 01 Jan 2025 00:02:00 GMT', 120],
  ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
  [undefined, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2025-01-01', null],
  ['9999999999', null],
  ['Xyz, not a date', null],
])('reads %j as %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds);
});
