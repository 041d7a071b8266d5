import { omitUndefined } from '../../../common/records/given';
import { Field, MAX_ATTACHMENTS, MAX_COMMENT, MAX_LINES } from '../../../platform/http';
import { RequestOf } from '../../../platform/records';
import type { ApproveRequest, RejectRequest } from '../approval/approval.service';
import type { ReopenRequest } from '../closing/closing.service';
import { WrittenOrder } from '../entities/purchase-order.entity';
import { WrittenLine } from '../entities/purchase-order-item.entity';
import type { NewOrderInput, OrderInput } from '../purchase-orders.service';
import { ORDER_ALIASES_B } from './aliases';

const { fields: aliases } = ORDER_ALIASES_B;
const NEW_LINE = ['description', 'quantity', 'unitPrice'] as const;

export class LineIdDto {
  @Field.id({ optional: true, description: 'The line to change. Without an id, the line is new.' }) id?: number;

  toInput(): { readonly id?: number } {
    return omitUndefined({ id: this.id });
  }
}

export class ItemDto extends RequestOf(WrittenLine, { required: NEW_LINE }) {}

export class LineDto extends RequestOf(WrittenLine, { required: NEW_LINE, aliases }) {}

/** Changes the line with this id; without an id, adds a line. */
export class ItemChangeDto extends RequestOf(WrittenLine, { extending: LineIdDto }) {}

export class LineChangeDto extends RequestOf(WrittenLine, { extending: LineIdDto, aliases }) {}

/** A change of the line in the path. */
export class ItemUpdateDto extends RequestOf(WrittenLine) {}

export class LineUpdateDto extends RequestOf(WrittenLine, { aliases }) {}

/** A link to a document. The service never fetches it. */
export class AttachmentDto {
  @Field.text({ example: 'quotation.pdf' }) name: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

export class DocumentLinkDto {
  @Field.text({ example: 'quotation.pdf' }) filename: string;
  @Field.url({ example: 'https://files.najd.example/quotations/laptops.pdf' }) url: string;
}

type Attached = Pick<OrderInput, 'attachments'>;

class AttachmentsDto {
  @Field.objects(() => AttachmentDto, {
    optional: true,
    max: MAX_ATTACHMENTS,
    description: 'Links. In an update they replace the stored links; uploads stay.',
  })
  attachments?: AttachmentDto[];

  toInput(): Attached {
    return omitUndefined({ attachments: this.attachments?.map(({ name, url }) => ({ name, url })) });
  }
}

class DocumentLinksDto {
  @Field.objects(() => DocumentLinkDto, {
    optional: true,
    max: MAX_ATTACHMENTS,
    description: 'Links. In an update they replace the stored links; uploads stay.',
  })
  documents?: DocumentLinkDto[];

  toInput(): Attached {
    return omitUndefined({ attachments: this.documents?.map(({ filename, url }) => ({ name: filename, url })) });
  }
}

const OWN = { required: ['vendorId'] } as const;
const OWN_LINES = { min: 1, max: MAX_LINES, empty: { key: 'purchase_order.items_required' } } as const;

export class CreateOrderDto extends RequestOf(WrittenOrder, { ...OWN, extending: AttachmentsDto }) {
  // The default makes a request without items fail with the message for missing items.
  @Field.objects(() => ItemDto, OWN_LINES) items: ItemDto[] = [];

  override toInput(): NewOrderInput {
    return { ...super.toInput(), items: this.items.map((item) => item.toInput()) };
  }
}

export class CreateOrderDtoB extends RequestOf(WrittenOrder, { ...OWN, aliases, extending: DocumentLinksDto }) {
  @Field.objects(() => LineDto, OWN_LINES) lines: LineDto[] = [];

  override toInput(): NewOrderInput {
    return { ...super.toInput(), items: this.lines.map((line) => line.toInput()) };
  }
}

/** Changes of a draft. Omitted fields stay unchanged. */
export class UpdateOrderDto extends RequestOf(WrittenOrder, { extending: AttachmentsDto }) {
  @Field.objects(() => ItemChangeDto, { optional: true, max: MAX_LINES }) items?: ItemChangeDto[];

  override toInput(): OrderInput {
    return { ...super.toInput(), ...omitUndefined({ items: this.items?.map((item) => item.toInput()) }) };
  }
}

export class UpdateOrderDtoB extends RequestOf(WrittenOrder, { aliases, extending: DocumentLinksDto }) {
  @Field.objects(() => LineChangeDto, { optional: true, max: MAX_LINES }) lines?: LineChangeDto[];

  override toInput(): OrderInput {
    return { ...super.toInput(), ...omitUndefined({ items: this.lines?.map((line) => line.toInput()) }) };
  }
}

const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step that you decide. The request is rejected if it is not the current step.',
} as const;

export class ApproveOrderDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'Within budget.' })
  comments?: string | null;

  @Field.integer(STEP) step?: number;

  @Field.boolean({
    optional: true,
    description: 'Approve although the budget is exceeded. Needs `admin` and comments.',
  })
  override_budget?: boolean;

  toRequest(): ApproveRequest {
    return { comments: this.comments ?? null, step: this.step, overrideBudget: this.override_budget };
  }
}

export class RejectOrderDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Ask for a second quote first.' }) reason: string;
  @Field.integer(STEP) step?: number;

  toRequest(): RejectRequest {
    return { reason: this.reason, step: this.step };
  }
}

/** For cancel and close. */
export class ReasonDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'The project was stopped.' }) reason: string;
}

export class ReopenOrderDto {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'The vendor found the rest after all.' }) reason: string;

  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'Agreed with finance.' })
  comments?: string | null;

  @Field.boolean({ optional: true, description: 'Reopen although the budget is exceeded. Needs `admin` and comments.' })
  override_budget?: boolean;

  toRequest(): ReopenRequest {
    return { reason: this.reason, comments: this.comments ?? null, overrideBudget: this.override_budget };
  }
}

export class WithdrawDto {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true, example: 'The price was wrong.' })
  reason?: string | null;
}
