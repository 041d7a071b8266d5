import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** Country, check digits and at least eight more characters, so that a truncated IBAN is still recognised. */
const IBAN_LOOKING = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/;

/** Spaces, dots and invisible characters. The library only removes spaces and hyphens. */
const BETWEEN = /[\s.\u00AD\u061C\u200B-\u2015\u202A-\u202E\u2060-\u2069\u2212\uFEFF]/g;

/** Arabic and Persian digits. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** Normalised for comparison: upper case without separators. */
function electronic(account: string): string {
  const plain = account.normalize('NFKC').replace(BETWEEN, '');
  return electronicFormatIBAN(plain.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))) ?? '';
}

/** The normalised IBAN of an account; null for a plain account number. */
export function ibanOf(account: string | null): string | null {
  const plain = electronic(account ?? '');
  return isValidIBAN(plain) ? plain : null;
}

/**
 * Whether the text looks like an IBAN but is invalid: wrong country, length, structure or check digits. Plain account
 * numbers are never invalid. Separators and case are ignored.
 */
export function isBrokenIban(account: string): boolean {
  const plain = electronic(account);
  return IBAN_LOOKING.test(plain) && !isValidIBAN(plain);
}

/** In upper or lower case. */
export function isSwift(code: string): boolean {
  return isValidBIC(code.toUpperCase());
}
