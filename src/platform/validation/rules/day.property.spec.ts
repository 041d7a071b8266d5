import fc from 'fast-check';
import { FIRST_DAY, LAST_DAY, namedDay } from './rules';

const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
const day = fc
  .date({ min: new Date(FIRST_DAY), max: new Date(LAST_DAY), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc.tuple(twoDigits(23), twoDigits(59), twoDigits(59)).map((parts) => parts.join(':'));
const offset = fc.oneof(
  fc.constant('Z'),
  fc
    .tuple(fc.constantFrom('+', '-'), twoDigits(23), fc.constantFrom(':', ''), twoDigits(59))
    .map((parts) => parts.join('')),
);

describe('the day of a timestamp', () => {
  it('is the written day for any time and offset', () => {
    fc.assert(
      fc.property(day, time, offset, (on, at, from) => {
        expect(namedDay(`${on}T${at}${from}`)).toBe(on);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the day at the place of the writer', () => {
    const instant = fc.date({ min: new Date('2000-01-02'), max: new Date('2999-12-30'), noInvalidDate: true });
    const minutes = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instant, minutes, (at, ahead) => {
        const local = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, -1);
        const [hours, rest] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
        const sign = ahead < 0 ? '-' : '+';
        const written = `${local}${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        expect(Date.parse(written)).toBe(at.getTime());
        expect(namedDay(written)).toBe(local.slice(0, 10));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the unchanged value if it is not a timestamp', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(namedDay(value)).toBe(value);
      }),
    );
    for (const text of ['2027-01-01', '2027-01-01T', '2027-01-01T10:00', ' 2027-01-01T10:00Z', '']) {
      expect(namedDay(text)).toBe(text);
    }
  });
});
