import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** Country and check digits, then at least eight more: an IBAN with some of its account forgotten still looks like one. */
const IBAN_LOOKING = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/;

/** Spaces and dots of any kind, and marks that nobody sees; the library takes off spaces and hyphens by itself. */
const BETWEEN = /[\s.\u00AD\u061C\u200B-\u2015\u202A-\u202E\u2060-\u2069\u2212\uFEFF]/g;

/** 0 to 9 as Arabic and Persian write them. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** The account as IBANs are compared: capitals without what stands between them. */
function electronic(account: string): string {
  const plain = account.normalize('NFKC').replace(BETWEEN, '');
  return electronicFormatIBAN(plain.replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) % 16))) ?? '';
}

/** The IBAN that an account is, as it is compared; null for a plain account number. */
export function ibanOf(account: string | null): string | null {
  const plain = electronic(account ?? '');
  return isValidIBAN(plain) ? plain : null;
}

/**
 * Whether the text looks like an IBAN and is none: wrong country, length, structure or check digits. A plain account
 * number of some bank is anyone's guess and never wrong. What stands between the characters, and the case, do not matter.
 */
export function isBrokenIban(account: string): boolean {
  const plain = electronic(account);
  return IBAN_LOOKING.test(plain) && !isValidIBAN(plain);
}

/** Whether a text is a SWIFT code (BIC), in capitals or not. */
export function isSwift(code: string): boolean {
  return isValidBIC(code.toUpperCase());
}
