import { PendingApproverResponse } from '../../approvals';
import type { Metadata } from '../../../common/records/external';
import { Out, WarningResponse } from '../../../platform/http';

/** A record of another module, by id and name. */
export class NamedResponse {
  @Out.id() id: number;
  @Out.text({ example: 'General' }) name: string;
}

/** The same with its short code. */
export class CodedResponse extends NamedResponse {
  @Out.text({ example: 'GEN' }) code: string;
}

/** An entry of an order's audit trail. */
export class AuditTrailEntryResponse {
  @Out.text({ example: 'submitted' }) action: string;
  @Out.text({ nullable: true, example: 'Sara Al-Qahtani' }) user: string | null;
  @Out.timestamp() timestamp: string;

  @Out.map({ nullable: true, description: 'More of what was done: the step decided, for whom, the reason.' })
  details: Readonly<Record<string, unknown>> | null;
}

/** What both forms call alike in a line. */
export class LineFieldsResponse {
  @Out.id() id: number;
  @Out.integer({ example: 1 }) line_number: number;
  @Out.text({ example: 'A4 paper, 80 g' }) description: string;
  @Out.number({ example: 10 }) quantity: number;
  @Out.text({ nullable: true, example: 'box' }) unit: string | null;
  @Out.number({ example: 25.5 }) unit_price: number;
  @Out.number({ description: 'Percent.', example: 15 }) vat_rate: number;
  @Out.amount({ example: 38.25 }) vat_amount: number;
}

/** A line of an order under Form A's names, which the answer to a create shows in both forms. */
export class ItemResponse extends LineFieldsResponse {
  @Out.amount({ description: 'VAT included.', example: 293.25 }) total: number;
  @Out.number({ description: 'Accepted less returned.', example: 0 }) received_quantity: number;
  @Out.number({ description: 'On approved invoices, less line credits.', example: 0 }) invoiced_quantity: number;
  @Out.number({ description: 'What closing the order took off the quantity.', example: 0 }) closed_quantity: number;
  @Out.number({ description: 'Still to be billed; 0 of a completed order.', example: 10 }) open_quantity: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
}

/** What the order of a changed line comes to. */
export class ItemOrderResponse {
  @Out.id() id: number;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total_amount: number;
}

/** How an order came to where it is: what a whole order ends with in both forms. */
export class OrderCourseResponse {
  @Out.list(() => AuditTrailEntryResponse) audit_trail: readonly AuditTrailEntryResponse[];
  @Out.integer({ nullable: true, description: 'While it waits for approval.' }) current_approval_step: number | null;
  @Out.list(() => PendingApproverResponse) pending_approvers: PendingApproverResponse[];
  @Out.integer({ description: '1, and one more with each amendment applied.', example: 1 }) version: number;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
  @Out.timestamp({ nullable: true }) submitted_at: string | null;
  @Out.timestamp({ nullable: true }) approved_at: string | null;
  @Out.timestamp({ nullable: true }) rejected_at: string | null;
  @Out.text({ nullable: true }) rejection_reason: string | null;
  @Out.timestamp({ nullable: true }) cancelled_at: string | null;
  @Out.text({ nullable: true }) cancellation_reason: string | null;
  @Out.timestamp({ nullable: true }) completed_at: string | null;
  @Out.timestamp({ nullable: true, description: 'When a person closed it short; null again once it is reopened.' })
  closed_at: string | null;
  @Out.text({ nullable: true }) close_reason: string | null;

  @Out.list(() => WarningResponse, {
    optional: true,
    description:
      'Those that stand now, and what the change that is answered says: NO_BUDGET for a submitted order that no budget covers, BUDGET_EXCEEDED for one that waits and its budget will not suffice for.',
  })
  warnings?: WarningResponse[];
}
