import { ApprovalResponse, PendingApproverResponse } from '../../approvals';
import { Out, WarningResponse } from '../../../platform/http';
import { AMENDMENT_STATUSES, type AmendmentStatus } from '../domain/amendment';
import { ResponseOf } from '../../../platform/records';
import { ShownLine } from '../entities/purchase-order-item.entity';
import { NamedResponse } from '../http/answers';

export class AmendedItemResponse {
  @Out.id({ optional: true, description: 'Absent for a new line.' }) id?: number;
  @Out.text({ optional: true }) description?: string;
  @Out.number({ optional: true }) quantity?: number;
  @Out.text({ optional: true, nullable: true }) unit?: string | null;
  @Out.number({ optional: true }) unit_price?: number;
  @Out.number({ optional: true }) vat_rate?: number;
}

export class AmendmentResponse {
  @Out.id() id: number;
  @Out.id() purchase_order_id: number;
  @Out.integer({ description: 'Counts from 1 within the order.', example: 1 }) number: number;
  @Out.oneOf(AMENDMENT_STATUSES) status: AmendmentStatus;
  @Out.text() reason: string;
  @Out.list(() => AmendedItemResponse) items: AmendedItemResponse[];
  @Out.day({ optional: true, nullable: true }) expected_delivery_date?: string | null;
  @Out.text({ optional: true, nullable: true }) notes?: string | null;
  @Out.currency() currency: string;
  @Out.amount() total_before: number;
  @Out.amount() total_after: number;
  @Out.integer({ nullable: true }) current_approval_step: number | null;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.list(() => ApprovalResponse) approvals: ApprovalResponse[];
  @Out.object(() => NamedResponse) created_by: NamedResponse;
  @Out.timestamp() created_at: string;
  @Out.timestamp({ nullable: true, description: 'When it was applied, rejected or cancelled.' })
  decided_at: string | null;
  @Out.text({ nullable: true, description: 'Why it was rejected or cancelled.' }) decision_reason: string | null;
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class VersionItemResponse extends ResponseOf(ShownLine, {
  omit: ['netAmount', 'receivedQuantity', 'invoicedQuantity', 'closedQuantity', 'externalId', 'metadata'],
  aliases: { total_amount: 'total' },
}) {}

export class VersionAmendmentResponse {
  @Out.id() id: number;
  @Out.integer({ example: 1 }) number: number;
  @Out.text() reason: string;
}

export class VersionResponse {
  @Out.integer({ example: 1 }) version: number;
  @Out.boolean() is_current: boolean;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.text({ nullable: true }) delivery_address: string | null;
  @Out.day({ nullable: true }) expected_delivery_date: string | null;
  @Out.list(() => VersionItemResponse) items: VersionItemResponse[];
  @Out.timestamp({ nullable: true }) superseded_at: string | null;
  @Out.object(() => VersionAmendmentResponse, {
    nullable: true,
    description: 'The amendment that replaced this version; null for the current version.',
  })
  amendment: VersionAmendmentResponse | null;
}
