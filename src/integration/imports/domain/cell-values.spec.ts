import { dayIn, looksLikeDay, looksLikeNumber, numberIn } from './cell-values';
import type { Reading } from './reading';

type Marks = Pick<Reading, 'decimal' | 'thousands'>;

describe('a number in a cell', () => {
  it.each<[string, Marks, number | undefined]>([
    ['1.500', { decimal: 'point' }, 1.5],
    ['1.500', { decimal: 'comma', thousands: 'dot' }, 1500],
    ['1.234.567,89', { decimal: 'comma', thousands: 'dot' }, 1234567.89],
    ['-1,234.5', { decimal: 'point', thousands: 'comma' }, -1234.5],
    ['1 234,5', { decimal: 'comma', thousands: 'space' }, 1234.5],
    ['1\u202f234', { decimal: 'comma', thousands: 'space' }, 1234],
    ['1234.5', { decimal: 'point', thousands: 'comma' }, 1234.5],
    ['1,5', { decimal: 'point' }, undefined],
    ['1,5', { decimal: 'point', thousands: 'comma' }, undefined],
    ['1.5', { decimal: 'comma' }, undefined],
    ['12,34,567', { decimal: 'point', thousands: 'comma' }, undefined],
    ['1e3', { decimal: 'point' }, undefined],
    ['', { decimal: 'point' }, undefined],
  ])('%j with %j is parsed as %j', (text, marks, value) => expect(numberIn(text, marks)).toBe(value));

  it('is distinguished from a text by its characters', () => {
    expect(['1,5', '(5)', 'soon', '1 000', '--'].map(looksLikeNumber)).toEqual([true, false, false, true, false]);
  });
});

describe('a day in a cell', () => {
  it.each([
    ['2026-03-31', 'yyyy-mm-dd', '2026-03-31'],
    ['1/3/2026', 'dd/mm/yyyy', '2026-03-01'],
    ['31.03.2026', 'dd.mm.yyyy', '2026-03-31'],
    ['03/31/2026', 'mm/dd/yyyy', '2026-03-31'],
    ['31/03/2026', 'dd.mm.yyyy', undefined],
    ['31/03/26', 'dd/mm/yyyy', undefined],
  ] as const)('%s as %s is parsed as %s', (text, format, day) => expect(dayIn(text, format)).toBe(day));

  it('is distinguished from other texts by the year at its end', () => {
    expect(['31/03/2026', '3-1-26', '2026-03-31', 'May'].map(looksLikeDay)).toEqual([true, true, false, false]);
  });
});
