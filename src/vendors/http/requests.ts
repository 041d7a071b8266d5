import { Field, MAX_COMMENT } from '../../http';

/** Body of a block; Form B adds a type. */
export class BlockVendorIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' }) reason: string;
}

/** The body of an action without one: absent, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- that it has no field is what it says
export class NoBodyIn {}
