import { ARABIC_MARKS, asciiDigits, foldCase, FORMAT_CHARACTERS } from './characters';

const HYPHENS = /[\u2010-\u2015\u2043\u2212]/gu;
const UNREAD = new RegExp(String.raw`[\u0640${ARABIC_MARKS}]+`, 'gu');

/**
 * The identity key of a document's number: an invoice, delivery note, credit note or payment reference whose key is another one's
 * has its number. Without case, tatweel, Arabic marks and characters that nobody sees; digits are ASCII, dashes and minus signs are
 * hyphens, compatibility forms are the plain ones. Spaces and punctuation inside count. The SQL function `document_number_key` gives the
 * same; both are held to `number-key.vectors.json`.
 */
export function numberKey(number: string): string {
  const read = number.replace(FORMAT_CHARACTERS, '').normalize('NFKC').replace(UNREAD, '');
  return foldCase(asciiDigits(read).replace(HYPHENS, '-')).normalize('NFKC').trim();
}
