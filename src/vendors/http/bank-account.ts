import { isIBAN } from 'class-validator';
import { Rules } from '../../http';

/** Country and check digits, then at least eight more: an IBAN with some of its account forgotten still looks like one. */
const IBAN_LOOKING = /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/;

/**
 * Whether the text looks like an IBAN and is none: wrong country, length, structure or check digits. A plain account
 * number of some bank is anyone's guess and never wrong. Spaces and hyphens, and the case, do not matter.
 */
export function isBrokenIban(account: string): boolean {
  const plain = account.replace(/[\s-]/g, '').toUpperCase();
  return IBAN_LOOKING.test(plain) && !isIBAN(plain);
}

/** A bank account that, where it looks like an IBAN, is one. Stands beside the field's own decorator. */
export const ValidBankAccount = (): PropertyDecorator =>
  Rules((value) => (typeof value === 'string' && isBrokenIban(value) ? { key: 'vendor.iban' } : undefined));
