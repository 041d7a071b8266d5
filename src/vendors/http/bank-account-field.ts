import { Rules } from '../../http';
import { isBrokenIban } from './bank-account';

/** A bank account that, where it looks like an IBAN, is one. Stands beside the field's own decorator. */
export const ValidBankAccount = (): PropertyDecorator =>
  Rules((value) => (typeof value === 'string' && isBrokenIban(value) ? { key: 'vendor.iban' } : undefined));
