/**
 * Character tables of the text and number keys. The SQL functions `ascii_digits`, `fold_case`, `text_key` and
 * `document_number_key` in `src/platform/database/functions` contain the same. A test compares both for all characters.
 */

/** Invisible characters: direction marks, joiners, the soft hyphen and the byte order mark. */
export const FORMAT_CHARACTERS = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** The marks of Arabic letters, for use in a character class. */
export const ARABIC_MARKS = String.raw`\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed`;

/** The digit zero of each script; the other nine follow it. NFKC already converts full-width and mathematical ones. */
const ZEROS = `660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0
1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0 116da
11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 16d70 1e140 1e2f0 1e4f0 1e5f1 1e950`;

const DIGITS = new Map(
  ZEROS.split(/\s/).flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(Number.parseInt(zero, 16) + digit), String(digit)]),
  ) as [string, string][],
);
const DIGIT = new RegExp(`[${[...DIGITS.keys()].join('')}]`, 'gu');

/** Converts the digits of every script to 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(DIGIT, (digit) => DIGITS.get(digit) ?? digit);
}

/** Letters whose lower case differs from Unicode case folding, or that an older ICU does not recognize as capitals. */
const OTHER_CASES = new Map(
  Object.entries({ ς: 'σ', ß: 'ss', ᲀ: 'в', ᲁ: 'д', ᲂ: 'о', ᲃ: 'с', ᲄ: 'т', ᲅ: 'т', ᲆ: 'ъ', ᲇ: 'ѣ', ᲈ: 'ꙋ' }),
);
const OTHER_CASE = new RegExp(`[${[...OTHER_CASES.keys()].join('')}]`, 'gu');

/** Lower case, `ß` as `ss`, a final sigma as a sigma. The dotless `ı` is unchanged, as in Unicode case folding. */
export function foldCase(text: string): string {
  return text.toLowerCase().replace(OTHER_CASE, (letter) => OTHER_CASES.get(letter) ?? letter);
}
