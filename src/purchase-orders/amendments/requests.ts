import { ApprovalOut, PendingApproverOut } from '../../approvals';
import { given } from '../../common/given';
import { Field, ListQuery, MAX_COMMENT, MAX_LINES, MAX_NOTES, Out } from '../../http';
import type { AmendmentRequest } from '../amendment-input';
import { AMENDMENT_STATUSES, type AmendmentStatus } from '../domain/amendment';
import type { LineChange } from '../domain/lines';
import { NamedOut, WarningOut } from '../http/answers';

/** A change of a line, or a new one when it has no id. */
export class AmendedItemIn {
  @Field.id({ optional: true, description: 'The line it changes. Without it, the line is new.' })
  id?: number;

  @Field.text({ optional: true, max: MAX_COMMENT, multiline: true })
  description?: string;

  @Field.quantity({ optional: true, description: 'Never below what is received or billed.' })
  quantity?: number;

  @Field.text({ optional: true, nullable: true, max: 50 })
  unit?: string | null;

  @Field.unitPrice({ optional: true })
  unit_price?: number;

  @Field.percent({ optional: true })
  vat_rate?: number;
}

/** What to change of an approved order, and why. Vendor and currency are fixed. */
export class AmendmentIn {
  @Field.text({ max: MAX_COMMENT, multiline: true, example: 'Two more pallets are needed.' })
  reason: string;

  @Field.objects(() => AmendedItemIn, { optional: true, max: MAX_LINES })
  items?: AmendedItemIn[];

  @Field.day({ optional: true, nullable: true })
  expected_delivery_date?: string | null;

  @Field.text({ optional: true, nullable: true, max: MAX_NOTES, multiline: true })
  notes?: string | null;

  toRequest(): AmendmentRequest {
    const { reason, items = [], expected_delivery_date: expectedDeliveryDate, notes } = this;
    return {
      reason,
      changes: { items: items.map(lineChange), ...given({ expectedDeliveryDate, notes }) },
    };
  }
}

function lineChange(item: AmendedItemIn): LineChange {
  const { id, description, quantity, unit, unit_price: unitPrice, vat_rate: vatRate } = item;
  return given({ id, description, quantity, unit, unitPrice, vatRate });
}

/** Why an amendment is withdrawn. */
export class CancelAmendmentIn {
  @Field.text({ optional: true, nullable: true, max: MAX_COMMENT, multiline: true })
  reason?: string | null;
}

export class AmendmentListQuery extends ListQuery({ sortable: ['number'] }) {}

export class VersionListQuery extends ListQuery({ sortable: ['version'] }) {}

export class AmendedItemOut {
  @Out.id({ optional: true, description: 'Absent on a line that is new.' }) id?: number;
  @Out.text({ optional: true }) description?: string;
  @Out.number({ optional: true }) quantity?: number;
  @Out.text({ optional: true, nullable: true }) unit?: string | null;
  @Out.number({ optional: true }) unit_price?: number;
  @Out.number({ optional: true }) vat_rate?: number;
}

export class AmendmentOut {
  @Out.id() id: number;
  @Out.id() purchase_order_id: number;
  @Out.integer({ description: '1 for the first of its order.', example: 1 }) number: number;
  @Out.oneOf(AMENDMENT_STATUSES) status: AmendmentStatus;
  @Out.text() reason: string;
  @Out.list(() => AmendedItemOut) items: AmendedItemOut[];
  @Out.day({ optional: true, nullable: true }) expected_delivery_date?: string | null;
  @Out.text({ optional: true, nullable: true }) notes?: string | null;
  @Out.currency() currency: string;
  @Out.amount() total_before: number;
  @Out.amount() total_after: number;
  @Out.integer({ nullable: true }) current_approval_step: number | null;
  @Out.list(() => PendingApproverOut) pending_approvers: PendingApproverOut[];
  @Out.list(() => ApprovalOut) approvals: ApprovalOut[];
  @Out.object(() => NamedOut) created_by: NamedOut;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true, description: 'When it was applied, rejected or cancelled.' })
  decided_at: string | null;
  @Out.text({ nullable: true, description: 'Why it was rejected or cancelled.' }) decision_reason: string | null;
  @Out.list(() => WarningOut, { optional: true }) warnings?: WarningOut[];
}
