import { applyDecorators } from '@nestjs/common';
import { Field, MAX_COMMENT, Rules } from '../../../platform/http';
import { isMasked } from '../domain/bank-accounts';
import { isBrokenIban } from '../domain/iban';
import type { BlockType } from '../domain/lifecycle';

const NUMBER = {
  optional: true,
  nullable: true,
  max: 50,
  description: 'No other vendor has it, however it is spelled: spaces, dots, dashes and case do not matter.',
} as const;

/** Of a VAT number, which Form B calls a tax number; and of a commercial registration. */
export const VAT_NUMBER = { ...NUMBER, example: '310122393500003' } as const;
export const CR_NUMBER = { ...NUMBER, example: '1010123456' } as const;

/** The field of a bank account in both forms. */
export const BankAccount = (options: object = { optional: true, nullable: true }): PropertyDecorator =>
  applyDecorators(
    Field.text({
      ...options,
      max: 64,
      description:
        'What looks like an IBAN must be one. A masked account, such as ****7519, is refused: leave the field out.',
      example: 'SA0380000000608010167519',
    }),
    Rules((value) => {
      if (typeof value !== 'string') return undefined;
      if (isMasked(value)) return { key: 'vendor.bank_account_masked' };
      return isBrokenIban(value) ? { key: 'vendor.iban' } : undefined;
    }),
  );

/** Body of a block; Form B adds a type. */
export class BlockVendorDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' }) reason: string;

  blockType(): BlockType {
    return 'block';
  }
}
