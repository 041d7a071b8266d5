import { isUtf8 } from 'node:buffer';
import { declaresOtherCharset, invalidUtf8At, parametersNotUtf8 } from './utf8';

describe('the offset of the first byte that is not UTF-8', () => {
  it.each([
    ['a continuation byte without a lead', 'a 80', 1],
    ['Arabic in Windows-1256', 'a b c7 e1', 2],
    ['an overlong slash of two bytes', 'c0 af', 0],
    ['an overlong slash of three bytes', 'e0 80 af', 0],
    ['an overlong slash of four bytes', 'f0 80 80 af', 0],
    ['an overlong DEL', 'c1 bf', 0],
    ['the first surrogate', 'ed a0 80', 0],
    ['a pair of surrogates', 'a ed a0 bd ed b8 80', 1],
    ['a code point above U+10FFFF', 'f4 90 80 80', 0],
    ['a lead byte that UTF-8 never has', 'a f5 80 80 80', 1],
    ['a character cut off after its first byte', 'd9 85 d9', 2],
    ['a character cut off after its second byte', 'a e2 82', 1],
    ['a character cut off after its third byte', 'f0 9f 98', 0],
    ['a character that a letter interrupts', 'e2 82 41', 0],
    ['the byte order mark of UTF-16', 'ff fe 7b 00', 0],
  ])('is correct for %s', (_what, text, offset) => {
    const bytes = Buffer.from(
      text.split(' ').map((part) => (part.length === 1 ? part.charCodeAt(0) : parseInt(part, 16))),
    );
    expect(invalidUtf8At(bytes)).toBe(offset);
  });

  it.each([
    '',
    'a',
    'مورد',
    '\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\ufffd\uffff',
    '\u{10000}\u{10ffff}',
    '\ufeff{}',
  ])('is undefined for %j', (text) => expect(invalidUtf8At(Buffer.from(text))).toBeUndefined());

  it('follows valid UTF-8 and begins no valid character, after changes of two adjacent bytes', () => {
    const text = Buffer.from('aé€😀مﷺ߿ࠀ퟿\ue000\uffff\u{10ffff}z');
    const wrong: string[] = [];
    let found = 0;
    for (let at = 0; at < text.length; at += 1) {
      for (let byte = 0; byte < 256; byte += 1) {
        for (const next of [0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xed]) {
          const bytes = Buffer.from(text);
          bytes[at] = byte;
          bytes[at + 1] = next;
          const offset = invalidUtf8At(bytes);
          if (offset !== undefined) found += 1;
          if (!isFirstFault(bytes, offset)) wrong.push(bytes.toString('hex'));
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(1000);
  });
});

function isFirstFault(bytes: Buffer, offset: number | undefined): boolean {
  if (offset === undefined) return isUtf8(bytes);
  const isCharacter = (length: number): boolean =>
    offset + length <= bytes.length && isUtf8(bytes.subarray(offset, offset + length));
  return isUtf8(bytes.subarray(0, offset)) && ![1, 2, 3, 4].some(isCharacter);
}

describe('parameters whose escapes are not UTF-8', () => {
  it.each([
    ['', []],
    ['search=%D9%85%D9%88&page=1', []],
    ['search=50%&x=%zz&y=%4', []],
    ['search=%EF%BF%BD%ef%bf%bd', []],
    ['search=%C7%E1&page=1&%ff=2&x%C0%AF', ['search', '%ff', 'x%C0%AF']],
    ['a=%ED%A0%80', ['a']],
    ['a=%E0%EF%BF%BD%A0%80', ['a']],
    ['a=%D9', ['a']],
  ])('of %s are %j', (query, names) => expect(parametersNotUtf8(query)).toEqual(names));
});

describe('a Content-Type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; CHARSET = "Utf-8"; x=y',
    'multipart/form-data; boundary=charset=latin1',
  ])('%s declares no charset other than UTF-8', (type) => expect(declaresOtherCharset(type)).toBe(false));

  it.each([
    'application/json; charset=windows-1256',
    'text/csv; charset="iso-8859-6"',
    'application/json; charset=us-ascii',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset=',
  ])('%s declares another charset', (type) => expect(declaresOtherCharset(type)).toBe(true));
});
