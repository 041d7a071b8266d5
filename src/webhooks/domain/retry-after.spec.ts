import { parseRetryAfter } from './retry-after';

const NOW = new Date('2025-01-01T00:00:00.000Z');

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Wed, 01 Jan 2025 00:02:00 GMT', 120],
  ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
  // The two older forms of an HTTP date; and a date that is none of HTTP's.
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
])('reads %j as %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(seconds);
});
