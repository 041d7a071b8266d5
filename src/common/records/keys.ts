import { ARABIC_MARKS, asciiDigits, foldCase, FORMAT_CHARACTERS } from './characters';

const ASCII = /^[\0-\x7f]*$/;
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;
const LATIN_OR_GREEK = String.raw`A-Za-z\u00c0-\u02af\u0370-\u03ff\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f`;
const ARABIC = String.raw`\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff\u0750-\u077f\u0870-\u088e\u08a0-\u08c9`;
const ACCENTS = new RegExp(String.raw`([${LATIN_OR_GREEK}])[\u0300-\u036f]+`, 'gu');
const ARABIC_WITH_MARKS = new RegExp(`([${ARABIC}])[${ARABIC_MARKS}]+`, 'gu');

/**
 * Makes Arabic spelling variants equal. Removes the tatweel; unifies alef forms, alef maqsura and ya, ta marbuta and
 * ha, Persian and Arabic kaf and ya.
 */
const ARABIC_FORMS: Readonly<Record<string, string>> = {
  '\u0640': '',
  '\u0622': '\u0627',
  '\u0623': '\u0627',
  '\u0625': '\u0627',
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
};
const ARABIC_FORM = new RegExp(`[${Object.keys(ARABIC_FORMS).join('')}]`, 'gu');

/**
 * The key of a text. Texts with the same key are equal in `search`, in pairing by description, in categories and in
 * conditions of workflows.
 * The key ignores letter case, accents of Latin and Greek letters, Arabic marks and spelling variants, and invisible
 * characters. Digits are ASCII, white space is one space, compatibility forms are normalized. Marks of other scripts
 * are retained, because they are letters there.
 * The SQL function `text_key` returns the same; `keys.vectors.json` tests both.
 */
export function textKey(text: string): string {
  if (ASCII.test(text)) return spaced(text.toLowerCase());
  const unaccented = text
    .replace(FORMAT_CHARACTERS, '')
    .normalize('NFKD')
    .replace(ACCENTS, '$1')
    .replace(ARABIC_WITH_MARKS, '$1')
    .normalize('NFKC');
  const plain = unaccented.replace(ARABIC_FORM, (letter) => ARABIC_FORMS[letter] ?? letter);
  return spaced(foldCase(asciiDigits(plain)));
}

function spaced(text: string): string {
  return text.replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

const HYPHENS = /[\u2010-\u2015\u2043\u2212]/gu;
const UNREAD = new RegExp(String.raw`[\u0640${ARABIC_MARKS}]+`, 'gu');

/**
 * The identity key of the number of an invoice, delivery note, credit note or payment reference. Numbers with the same
 * key are duplicates.
 * The key ignores letter case, tatweel, Arabic marks and invisible characters. Digits are ASCII, dashes and minus signs
 * are hyphens, compatibility forms are normalized. Spaces and punctuation within the number matter.
 * The SQL function `document_number_key` returns the same; `keys.vectors.json` tests both.
 */
export function numberKey(number: string): string {
  const read = number.replace(FORMAT_CHARACTERS, '').normalize('NFKC').replace(UNREAD, '');
  return foldCase(asciiDigits(read).replace(HYPHENS, '-')).normalize('NFKC').trim();
}
