import fc from 'fast-check';
import { cursorOf, MAX_CURSOR, placeOf } from './cursor';

const LIST = 'tenant 1, orders';

describe('a cursor', () => {
  it('returns the place from which it was made', () => {
    const place = fc.array(fc.option(fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(place, (values) => expect(placeOf(cursorOf(values, LIST), LIST)).toEqual(values)));
  });

  it('contains no place for another list', () => {
    expect(placeOf(cursorOf(['Najd', '7'], LIST), 'tenant 2, orders')).toBeUndefined();
  });

  it('contains no place if one of its characters is changed', () => {
    const cursor = cursorOf(['2026-03-01T08:00:00.000Z', '7'], LIST);
    const places = [...cursor].map((_, at) => {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      return placeOf(cursor.slice(0, at) + other + cursor.slice(at + 1), LIST);
    });
    // Some bits of the last character are unused.
    expect(places.slice(0, -1)).toEqual(places.slice(0, -1).map(() => undefined));
  });

  it.each([
    'x',
    '',
    'bnVsbA',
    Buffer.from('{"a":1}').toString('base64url'),
    Buffer.from('[[],{}]').toString('base64url'),
  ])('is not valid as %j', (text) => expect(placeOf(text, LIST)).toBeUndefined());

  it('has about a hundred characters, and is always short enough to be sent', () => {
    expect(cursorOf(['2026-03-01T08:00:00.000Z', '12345'], LIST).length).toBeLessThan(100);
    const longest = '\\'.repeat(255);
    expect(cursorOf([longest, '12', '2026-03-01T08:00:00.000Z', '12345'], LIST).length).toBeLessThan(MAX_CURSOR);
    expect(cursorOf(['😀'.repeat(255), '12', '2026-03-01T08:00:00.000Z', '1'], LIST).length).toBeLessThan(MAX_CURSOR);
  });
});
