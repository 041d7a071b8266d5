import type { Metadata } from '../../../common/records/external';
import { Out } from '../../../platform/http';
import { BUDGET_STATUSES, type BudgetStatus } from '../domain/lifecycle';
import { MOVEMENT_TYPES, type MovementType } from '../domain/ledger/postings';

export class BudgetDepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ example: 'IT' }) code: string;
}

/** A budget in a list. */
export class BudgetSummaryResponse {
  @Out.id() id: number;
  @Out.text({ example: 'IT 2026' }) name: string;
  @Out.currency() currency: string;
  @Out.amount({ example: 100000 }) allocated_amount: number;
  @Out.amount({ description: 'What submitted, undecided orders would cost.', example: 0 }) reserved_amount: number;
  @Out.amount({ description: 'Ordered, not yet invoiced.', example: 23000 }) committed_amount: number;
  @Out.amount({ description: 'Approved invoices less credit notes.', example: 11500 }) spent_amount: number;
  @Out.amount({ description: 'Allocated less committed less spent; may be negative.', example: 65500 })
  available_amount: number;
  @Out.number({ description: 'Percent of the allocated amount that is committed or spent.', example: 34.5 })
  utilization_percentage: number;
  @Out.object(() => BudgetDepartmentResponse) department: BudgetDepartmentResponse;
  @Out.integer({ example: 2026 }) fiscal_year: number;
  @Out.oneOf(BUDGET_STATUSES) status: BudgetStatus;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}

export class AllocationsResponse {
  @Out.amount({ nullable: true, example: 40000 }) capex: number | null;
  @Out.amount({ nullable: true, example: 60000 }) opex: number | null;
}

export class BudgetResponse extends BudgetSummaryResponse {
  @Out.text({ nullable: true, example: 'OPEX' }) category: string | null;
  @Out.text({ nullable: true }) notes: string | null;
  @Out.object(() => AllocationsResponse) allocations: AllocationsResponse;
  @Out.numbers({ description: 'Percentages that alert when they are reached.', example: [80, 90, 100] })
  alert_thresholds: number[];
}

export class ByOrderStatusResponse {
  @Out.amount({ description: 'Committed.', example: 23000 }) approved_uninvoiced: number;
  @Out.amount({ description: 'Spent less payments; negative when more was paid than is owed.', example: 0 })
  invoiced_pending_payment: number;
  @Out.amount({ example: 11500 }) paid: number;
}

export class BreakdownResponse {
  @Out.object(() => ByOrderStatusResponse) by_po_status: ByOrderStatusResponse;
  @Out.amount({ description: 'Committed or invoiced, not yet paid.', example: 23000 })
  remaining_against_committed: number;
}

/** How far a budget is used. */
export class UtilizationResponse {
  @Out.id() budget_id: number;
  @Out.text({ example: 'IT 2026' }) name: string;
  @Out.currency() currency: string;
  @Out.amount({ example: 100000 }) allocated_amount: number;
  @Out.amount({ example: 0 }) reserved_amount: number;
  @Out.amount({ example: 23000 }) committed_amount: number;
  @Out.amount({ example: 11500 }) spent_amount: number;
  @Out.amount({ example: 65500 }) available_amount: number;
  @Out.number({ example: 34.5 }) utilization_percentage: number;
  @Out.object(() => BudgetDepartmentResponse) department: BudgetDepartmentResponse;
  @Out.integer({ example: 2026 }) fiscal_year: number;
  @Out.oneOf(BUDGET_STATUSES) status: BudgetStatus;
  @Out.object(() => BreakdownResponse) breakdown: BreakdownResponse;
  @Out.timestamp() as_of: string;
}

export class MovementOrderResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
}

export class MovementInvoiceResponse {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000001' }) invoice_number: string;
}

export class MovementUserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name: string;
}

/** A line of a budget's ledger. The changes of all lines sum to the budget's amounts. */
export class MovementResponse {
  @Out.id() id: number;
  @Out.oneOf(MOVEMENT_TYPES) type: MovementType;
  @Out.object(() => MovementOrderResponse, { nullable: true }) purchase_order: MovementOrderResponse | null;
  @Out.object(() => MovementInvoiceResponse, { nullable: true }) invoice: MovementInvoiceResponse | null;
  @Out.oneOf(['CAPEX', 'OPEX']) expense_type: string;
  @Out.currency() currency: string;
  @Out.amount({ example: 0 }) reserved_change: number;
  @Out.amount({ example: -11500 }) committed_change: number;
  @Out.amount({ example: 0 }) spent_change: number;
  @Out.amount({ example: 0 }) paid_change: number;
  @Out.object(() => MovementUserResponse, { nullable: true }) created_by: MovementUserResponse | null;
  @Out.timestamp() created_at: string;
}
