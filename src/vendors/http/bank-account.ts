import { applyDecorators } from '@nestjs/common';
import { isIBAN } from 'class-validator';
import { Field, Rules } from '../../http';

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

const NOT_BROKEN = Rules((value) =>
  typeof value === 'string' && isBrokenIban(value) ? { key: 'vendor.iban' } : undefined,
);

/** The field of a bank account in both forms. */
export const BankAccount = (): PropertyDecorator =>
  applyDecorators(
    Field.text({
      optional: true,
      nullable: true,
      max: 64,
      description: 'What looks like an IBAN must be one.',
      example: 'SA0380000000608010167519',
    }),
    NOT_BROKEN,
  );
