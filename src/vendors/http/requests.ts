import { Field, MAX_COMMENT } from '../../http';

const NUMBER = { optional: true, nullable: true, max: 50, description: 'Nobody else has it.' } as const;

/** Of a VAT number, which Form B calls a tax number; and of a commercial registration. */
export const VAT_NUMBER = { ...NUMBER, example: '310122393500003' } as const;
export const CR_NUMBER = { ...NUMBER, example: '1010123456' } as const;

/** Body of a block; Form B adds a type. */
export class BlockVendorIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' }) reason: string;
}

/** The body of an action without one: absent, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- that it has no field is what it says
export class NoBodyIn {}
