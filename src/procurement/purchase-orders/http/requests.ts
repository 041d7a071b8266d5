import { EXPENSE_TYPES, type ExpenseType } from '../../approvals';
import { given } from '../../../common/records/given';
import type { MetadataChange } from '../../../common/records/external';
import { ExternalDto, Field, MAX_COMMENT } from '../../../platform/http';
import type { ApproveRequest, RejectRequest } from '../approval/approval.service';
import type { LineChange } from '../domain/lines';
import type { ReopenRequest } from '../closing/closing.service';

const STEP = {
  min: 1,
  max: 1000,
  optional: true,
  description: 'The step meant; refused when it is not the current one.',
} as const;

/** Where an order belongs and what it is paid in: what both forms call alike of it. */
export class OrderPlaceDto extends ExternalDto {
  @Field.id({ optional: true, description: "The acting user's department when left out." }) department_id?: number;
  @Field.id({ optional: true, nullable: true }) project_id?: number | null;

  @Field.currency({ optional: true, description: "The vendor's currency when left out, else the tenant's." })
  currency?: string;

  @Field.oneOf(EXPENSE_TYPES, { optional: true, description: 'OPEX when left out.' }) expense_type?: ExpenseType;
}

/** The same in the rules' words. */
export function placeOf(body: OrderPlaceDto) {
  const { department_id: departmentId, project_id: projectId, currency, expense_type: expenseType } = body;
  return { departmentId, projectId, currency, expenseType };
}

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

/** What a request says of a line, under the names of either form. */
interface LineDto {
  id?: number;
  description?: string;
  quantity?: number;
  unit?: string | null;
  unit_price?: number;
  vat_rate?: number;
  vat_percentage?: number;
  external_id?: string | null;
  metadata?: MetadataChange;
}

/** A line of a request in the rules' words. */
export function lineChange(line: LineDto): LineChange {
  const { id, description, quantity, unit, unit_price: unitPrice, vat_rate, vat_percentage } = line;
  const { external_id: externalId, metadata } = line;
  return given({
    id,
    description,
    quantity,
    unit,
    unitPrice,
    vatRate: vat_rate ?? vat_percentage,
    externalId,
    metadata,
  });
}
