import { Field, MAX_COMMENT } from '../../http';
import { BLOCK_TYPES, type BlockType } from '../domain/lifecycle';

/** Body of a block in Form A. */
export class BlockVendorIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Repeatedly delivered expired goods.' })
  reason: string;
}

/** Body of a block in Form B. */
export class BlockVendorInB extends BlockVendorIn {
  @Field.oneOf(BLOCK_TYPES, { optional: true, description: 'block when left out; only an admin lifts a blacklisting.' })
  type?: BlockType;
}

/** The body of an action that takes none: nothing, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- that it has no field is what it says
export class NoBodyIn {}
