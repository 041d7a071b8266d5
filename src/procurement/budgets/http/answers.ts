import { type Decimal, decimal, type DecimalInput, toNumber } from '../../../common/money';
import { both, Out, versioned } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import type { BudgetRow, MovementRow } from '../budgets.queries';
import {
  available,
  breakdown,
  type BudgetAmounts,
  remainingAgainstCommitted,
  shownUtilization,
} from '../domain/ledger/amounts';
import { allocatedSplit } from '../domain/terms';
import { ShownMovement } from '../entities/budget-movement.entity';
import { ShownBudget } from '../entities/budget.entity';

export class BudgetDepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Information Technology' }) name: string;
  @Out.text({ example: 'IT' }) code: string;
}

class UsedResponse {
  @Out.amount({ example: 65500 }) available_amount: number;
  @Out.number({ example: 34.5 }) utilization_percentage: number;
  @Out.object(() => BudgetDepartmentResponse) department: BudgetDepartmentResponse;
}

/** Fields that a list does not contain. */
const DETAILS = ['category', 'notes', 'alertThresholds'] as const;
const Details = ResponseOf(ShownBudget, { only: DETAILS });
const Summary = ResponseOf(ShownBudget, { omit: ['departmentId', ...DETAILS] });

export class BudgetSummaryResponse extends both(Summary, UsedResponse) {}

export class AllocationsResponse {
  @Out.amount({ nullable: true, example: 40000 }) capex: number | null;
  @Out.amount({ nullable: true, example: 60000 }) opex: number | null;
}

export class BudgetResponse extends both(BudgetSummaryResponse, Details) {
  @Out.object(() => AllocationsResponse) allocations: AllocationsResponse;
}

export class ByOrderStatusResponse {
  @Out.amount({ description: 'Committed.', example: 23000 }) approved_uninvoiced: number;
  @Out.amount({ description: 'Spent minus paid; negative if more was paid than is owed.', example: 0 })
  invoiced_pending_payment: number;
  @Out.amount({ example: 11500 }) paid: number;
}

export class BreakdownResponse {
  @Out.object(() => ByOrderStatusResponse) by_po_status: ByOrderStatusResponse;
  @Out.amount({ description: 'Committed or invoiced, not yet paid.', example: 23000 })
  remaining_against_committed: number;
}

const Utilization = ResponseOf(ShownBudget, {
  omit: ['id', 'departmentId', ...DETAILS, 'externalId', 'metadata', 'createdAt', 'updatedAt'],
});

export class UtilizationResponse extends both(Utilization, UsedResponse) {
  @Out.id() budget_id: number;
  @Out.object(() => BreakdownResponse) breakdown: BreakdownResponse;
  @Out.timestamp() as_of: string;
}

export class ExpenseTypeResponse {
  @Out.amount({ nullable: true, description: 'Null if not given.', example: 60000 }) allocated: number | null;
  @Out.amount({ example: 0 }) reserved: number;
  @Out.amount({ example: 23000 }) committed: number;
  @Out.amount({ example: 11500 }) spent: number;
  @Out.amount({ nullable: true, example: 25500 }) available: number | null;
  @Out.number({ nullable: true, example: 57.5 }) utilization_percentage: number | null;
}

/** Form B only. */
class ByExpenseTypeResponse {
  @Out.object(() => ExpenseTypeResponse) capex: ExpenseTypeResponse;
  @Out.object(() => ExpenseTypeResponse) opex: ExpenseTypeResponse;
}

export class BudgetSummaryResponseB extends both(BudgetSummaryResponse, ByExpenseTypeResponse) {}

export class BudgetResponseB extends both(BudgetResponse, ByExpenseTypeResponse) {}

export class UtilizationResponseB extends both(UtilizationResponse, ByExpenseTypeResponse) {}

export function toBudgetSummaryResponse(row: BudgetRow): BudgetSummaryResponse {
  return Object.assign(BudgetSummaryResponse.from(row), usedOf(row));
}

export function toBudgetResponse(row: BudgetRow): BudgetResponse {
  const allocations = { capex: shown(part(row.allocatedCapex)), opex: shown(part(row.allocatedOpex)) };
  return versioned({ ...toBudgetSummaryResponse(row), ...Details.from(row), allocations }, row.version);
}

export function toUtilizationResponse(row: BudgetRow, asOf: Date): UtilizationResponse {
  const amounts = amountsIn(row);
  const { approvedUninvoiced, invoicedPendingPayment, paid } = breakdown(amounts);
  return {
    budget_id: row.id,
    ...Utilization.from(row),
    ...usedOf(row),
    breakdown: {
      by_po_status: {
        approved_uninvoiced: toNumber(approvedUninvoiced),
        invoiced_pending_payment: toNumber(invoicedPendingPayment),
        paid: toNumber(paid),
      },
      remaining_against_committed: toNumber(remainingAgainstCommitted(amounts)),
    },
    as_of: asOf.toISOString(),
  };
}

export const toBudgetSummaryResponseB = (row: BudgetRow): BudgetSummaryResponseB =>
  Object.assign(toBudgetSummaryResponse(row), byExpenseType(row));

export const toBudgetResponseB = (row: BudgetRow): BudgetResponseB =>
  Object.assign(toBudgetResponse(row), byExpenseType(row));

export const toUtilizationResponseB = (row: BudgetRow, asOf: Date): UtilizationResponseB =>
  Object.assign(toUtilizationResponse(row, asOf), byExpenseType(row));

function usedOf(row: BudgetRow): UsedResponse {
  const [allocated, amounts] = [decimal(row.allocatedAmount), amountsIn(row)];
  return {
    available_amount: toNumber(available(allocated, amounts)),
    utilization_percentage: toNumber(shownUtilization(allocated, amounts)),
    department: row.department,
  };
}

function amountsIn(row: BudgetRow): BudgetAmounts {
  return {
    reserved: decimal(row.reservedAmount),
    committed: decimal(row.committedAmount),
    spent: decimal(row.spentAmount),
    paid: decimal(row.paidAmount),
  };
}

/** Running amounts are stored for the total and for CAPEX; OPEX is the difference. */
function byExpenseType(row: BudgetRow): ByExpenseTypeResponse {
  const split = { capex: part(row.allocatedCapex), opex: part(row.allocatedOpex) };
  const allocated = allocatedSplit(decimal(row.allocatedAmount), row.category, split);
  const capex = {
    reserved: decimal(row.capexReserved),
    committed: decimal(row.capexCommitted),
    spent: decimal(row.capexSpent),
  };
  const whole = amountsIn(row);
  const opex = {
    reserved: whole.reserved.minus(capex.reserved),
    committed: whole.committed.minus(capex.committed),
    spent: whole.spent.minus(capex.spent),
  };
  return { capex: expenseType(allocated.capex, capex), opex: expenseType(allocated.opex, opex) };
}

function expenseType(allocated: Decimal | null, running: Omit<BudgetAmounts, 'paid'>): ExpenseTypeResponse {
  return {
    allocated: shown(allocated),
    reserved: toNumber(running.reserved),
    committed: toNumber(running.committed),
    spent: toNumber(running.spent),
    available: allocated && toNumber(available(allocated, running)),
    utilization_percentage: allocated && toNumber(shownUtilization(allocated, running)),
  };
}

const part = (amount: DecimalInput | null): Decimal | null => (amount === null ? null : decimal(amount));
const shown = (amount: Decimal | null): number | null => amount && toNumber(amount);

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

export class MovementResponse extends ResponseOf(ShownMovement) {
  @Out.object(() => MovementOrderResponse, { nullable: true }) purchase_order: MovementOrderResponse | null;
  @Out.object(() => MovementInvoiceResponse, { nullable: true }) invoice: MovementInvoiceResponse | null;
  @Out.currency() currency: string;
  @Out.object(() => MovementUserResponse, { nullable: true }) created_by: MovementUserResponse | null;
}

export function toMovementResponse(row: MovementRow): MovementResponse {
  const { purchaseOrder: purchase_order, invoice, currency, createdBy: created_by } = row;
  return Object.assign(MovementResponse.from(row), { purchase_order, invoice, currency, created_by });
}
