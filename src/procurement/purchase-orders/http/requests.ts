import { given } from '../../../common/records/given';
import { Field, MAX_ATTACHMENTS, MAX_COMMENT, MAX_LINES } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import type { ApproveRequest, RejectRequest } from '../approval/approval.service';
import type { ReopenRequest } from '../closing/closing.service';
import { WrittenOrder } from '../entities/purchase-order.entity';
import { WrittenLine } from '../entities/purchase-order-item.entity';
import type { NewOrderInput, OrderInput } from '../purchase-orders.service';
import { ORDER_WORDS_B } from './words';

const { fields: aliases } = ORDER_WORDS_B;
const NEW_LINE = ['description', 'quantity', 'unitPrice'] as const;

/** Which line a change is of. */
export class LineIdDto {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' }) id?: number;

  toInput(): { readonly id?: number } {
    return given({ id: this.id });
  }
}

/** A new line. */
export class ItemDto extends RequestOf(WrittenLine, { required: NEW_LINE }) {}

/** A new line in Form B. */
export class LineDto extends RequestOf(WrittenLine, { required: NEW_LINE, aliases }) {}

/** A change of a line, or a new one when it has no id. */
export class ItemChangeDto extends RequestOf(WrittenLine, { extending: LineIdDto }) {}

/** The same in Form B. */
export class LineChangeDto extends RequestOf(WrittenLine, { extending: LineIdDto, aliases }) {}

/** A change of the line that the path names. */
export class ItemUpdateDto extends RequestOf(WrittenLine) {}

/** The same in Form B. */
export class LineUpdateDto extends RequestOf(WrittenLine, { aliases }) {}

/** A link to a document. It is never fetched. */
export class AttachmentDto {
  @Field.text({ example: 'quotation.pdf' }) name: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

/** A link to a document in Form B. */
export class DocumentLinkDto {
  @Field.text({ example: 'quotation.pdf' }) filename: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

type Attached = Pick<OrderInput, 'attachments'>;

class AttachmentsDto {
  @Field.objects(() => AttachmentDto, { optional: true, max: MAX_ATTACHMENTS, description: 'Links; uploads stay.' })
  attachments?: AttachmentDto[];

  toInput(): Attached {
    return given({ attachments: this.attachments?.map(({ name, url }) => ({ name, url })) });
  }
}

class DocumentLinksDto {
  @Field.objects(() => DocumentLinkDto, { optional: true, max: MAX_ATTACHMENTS, description: 'Links; uploads stay.' })
  documents?: DocumentLinkDto[];

  toInput(): Attached {
    return given({ attachments: this.documents?.map(({ filename, url }) => ({ name: filename, url })) });
  }
}

const OWN = { required: ['vendorId'] } as const;
const OWN_LINES = { min: 1, max: MAX_LINES, empty: { key: 'purchase_order.items_required' } } as const;

/** A new order. */
export class CreateOrderDto extends RequestOf(WrittenOrder, { ...OWN, extending: AttachmentsDto }) {
  // An initial value, so that leaving them out is refused with the sentence that says what is missing.
  @Field.objects(() => ItemDto, OWN_LINES) items: ItemDto[] = [];

  override toInput(): NewOrderInput {
    return { ...super.toInput(), items: this.items.map((item) => item.toInput()) };
  }
}

/** A new order in Form B. */
export class CreateOrderDtoB extends RequestOf(WrittenOrder, { ...OWN, aliases, extending: DocumentLinksDto }) {
  @Field.objects(() => LineDto, OWN_LINES) lines: LineDto[] = [];

  override toInput(): NewOrderInput {
    return { ...super.toInput(), items: this.lines.map((line) => line.toInput()) };
  }
}

/** Changes of a draft; what is left out stays. */
export class UpdateOrderDto extends RequestOf(WrittenOrder, { extending: AttachmentsDto }) {
  @Field.objects(() => ItemChangeDto, { optional: true, max: MAX_LINES }) items?: ItemChangeDto[];

  override toInput(): OrderInput {
    return { ...super.toInput(), ...given({ items: this.items?.map((item) => item.toInput()) }) };
  }
}

/** Changes of a draft in Form B; what is left out stays. */
export class UpdateOrderDtoB extends RequestOf(WrittenOrder, { aliases, extending: DocumentLinksDto }) {
  @Field.objects(() => LineChangeDto, { optional: true, max: MAX_LINES }) lines?: LineChangeDto[];

  override toInput(): OrderInput {
    return { ...super.toInput(), ...given({ items: this.lines?.map((line) => line.toInput()) }) };
  }
}

const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step meant; refused when it is not the current one.',
} as const;

/** Body of an approval; all of it may be left out. */
export class ApproveOrderDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'Within budget.' })
  comments?: string | null;

  @Field.integer(STEP) step?: number;

  @Field.boolean({ optional: true, description: 'Pass a budget that does not suffice: needs `admin`, and comments.' })
  override_budget?: boolean;

  toRequest(): ApproveRequest {
    return { comments: this.comments ?? null, step: this.step, overrideBudget: this.override_budget };
  }
}

/** Body of a rejection. */
export class RejectOrderDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Ask for a second quote first.' }) reason: string;
  @Field.integer(STEP) step?: number;

  toRequest(): RejectRequest {
    return { reason: this.reason, step: this.step };
  }
}

/** Body of what ends an order: cancel, close. */
export class ReasonDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'The project was stopped.' }) reason: string;
}

/** Body of what opens a closed order again. */
export class ReopenOrderDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'The vendor found the rest after all.' }) reason: string;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'Agreed with finance.' })
  comments?: string | null;

  @Field.boolean({ optional: true, description: 'Pass a budget that does not suffice: needs `admin`, and comments.' })
  override_budget?: boolean;

  toRequest(): ReopenRequest {
    return { reason: this.reason, comments: this.comments ?? null, overrideBudget: this.override_budget };
  }
}

/** Why somebody takes back what waits; it may be left out. */
export class WithdrawDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'The price was wrong.' })
  reason?: string | null;
}
