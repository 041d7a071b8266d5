import { applyDecorators } from '@nestjs/common';
import { isIBAN } from 'class-validator';
import { Field, MAX_COMMENT, Rules } from '../../http';

const NUMBER = { optional: true, nullable: true, max: 50, description: 'Nobody else has it.' } as const;

/** Of a VAT number, which Form B calls a tax number; and of a commercial registration. */
export const VAT_NUMBER = { ...NUMBER, example: '310122393500003' } as const;
export const CR_NUMBER = { ...NUMBER, example: '1010123456' } as const;

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
    Rules((value) => (typeof value === 'string' && isBrokenIban(value) ? { key: 'vendor.iban' } : undefined)),
  );

/** Body of a block; Form B adds a type. */
export class BlockVendorIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' }) reason: string;
}

/** The body of an action without one: absent, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- that it has no field is what it says
export class NoBodyIn {}
