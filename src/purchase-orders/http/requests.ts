import { Field, MAX_COMMENT } from '../../http';
import type { ApproveRequest, RejectRequest } from '../approval/approval.service';

/** Body of an approval; all of it may be left out. */
export class ApproveOrderIn {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'Within budget.' })
  comments?: string | null;

  @Field.integer({
    min: 1,
    max: 1000,
    optional: true,
    description: 'The step meant; refused when it is not the current one.',
  })
  step?: number;

  @Field.boolean({ optional: true, description: 'Pass a budget that does not suffice: needs `admin`, and comments.' })
  override_budget?: boolean;

  toRequest(): ApproveRequest {
    return { comments: this.comments ?? null, step: this.step, overrideBudget: this.override_budget };
  }
}

/** Body of a rejection. */
export class RejectOrderIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Ask for a second quote first.' }) reason: string;

  @Field.integer({
    min: 1,
    max: 1000,
    optional: true,
    description: 'The step meant; refused when it is not the current one.',
  })
  step?: number;

  toRequest(): RejectRequest {
    return { reason: this.reason, step: this.step };
  }
}

/** Body of what ends an order: cancel, close. */
export class ReasonIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'The project was stopped.' }) reason: string;
}

/** The body of an action that takes none: nothing, or `{}`. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a request type is a class; this one has no field
export class NothingIn {}
