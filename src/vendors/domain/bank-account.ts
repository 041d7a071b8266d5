import { electronicFormatIBAN, isValidIBAN } from 'ibantools';

/** Country, check digits, and at least as much as the shortest IBAN's account with one digit forgotten. */
const IBAN_LOOKING = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/;

/**
 * Whether the text looks like an IBAN and is none: wrong country, length, structure or check digits. A plain account
 * number of some bank is anyone's guess and never wrong. Spaces and hyphens, and the case, do not matter.
 */
export function isBrokenIban(account: string): boolean {
  const plain = electronicFormatIBAN(account) ?? '';
  return IBAN_LOOKING.test(plain) && !isValidIBAN(plain);
}
