import { decimal, toNumber } from '../../../common/money';
import { versioned } from '../../../platform/http';
import type { BudgetResponse, BudgetSummaryResponse, MovementResponse, UtilizationResponse } from './answers';
import type { BudgetRow, MovementRow } from '../budgets.queries';
import {
  available,
  breakdown,
  type BudgetAmounts,
  remainingAgainstCommitted,
  shownUtilization,
} from '../domain/ledger/amounts';

export function presentBudgetSummary(row: BudgetRow): BudgetSummaryResponse {
  const { id, name, currency, department, fiscal_year, status, external_id, metadata } = row;
  const { created_at, updated_at } = row;
  const amounts = amountsOf(row);
  return {
    id,
    name,
    currency,
    ...amounts,
    department,
    fiscal_year,
    status,
    external_id,
    metadata,
    created_at,
    updated_at,
  };
}

export function presentBudget(row: BudgetRow): BudgetResponse {
  const allocations = { capex: part(row.allocated_capex), opex: part(row.allocated_opex) };
  const { category, notes, alert_thresholds } = row;
  return versioned(
    { ...presentBudgetSummary(row), category, notes, allocations, alert_thresholds: [...alert_thresholds] },
    row.version,
  );
}

/** How far a budget is used, as of an instant. */
export function presentUtilization(row: BudgetRow, asOf: Date): UtilizationResponse {
  const { id: budget_id, name, currency, department, fiscal_year, status } = row;
  const amounts = amountsIn(row);
  const parts = breakdown(amounts);
  return {
    budget_id,
    name,
    currency,
    ...amountsOf(row),
    department,
    fiscal_year,
    status,
    breakdown: {
      by_po_status: {
        approved_uninvoiced: toNumber(parts.approvedUninvoiced),
        invoiced_pending_payment: toNumber(parts.invoicedPendingPayment),
        paid: toNumber(parts.paid),
      },
      remaining_against_committed: toNumber(remainingAgainstCommitted(amounts)),
    },
    as_of: asOf.toISOString(),
  };
}

export function presentMovement(row: MovementRow): MovementResponse {
  return {
    id: row.id,
    type: row.type,
    purchase_order: row.purchase_order,
    invoice: row.invoice,
    expense_type: row.expense_type,
    currency: row.currency,
    reserved_change: toNumber(row.reserved_change),
    committed_change: toNumber(row.committed_change),
    spent_change: toNumber(row.spent_change),
    paid_change: toNumber(row.paid_change),
    created_by: row.created_by,
    created_at: row.created_at,
  };
}

function amountsOf(row: BudgetRow) {
  const amounts = amountsIn(row);
  const allocated = decimal(row.allocated_amount);
  return {
    allocated_amount: toNumber(allocated),
    reserved_amount: toNumber(amounts.reserved),
    committed_amount: toNumber(amounts.committed),
    spent_amount: toNumber(amounts.spent),
    available_amount: toNumber(available(allocated, amounts)),
    utilization_percentage: toNumber(shownUtilization(allocated, amounts)),
  };
}

function amountsIn(row: BudgetRow): BudgetAmounts {
  return {
    reserved: decimal(row.reserved_amount),
    committed: decimal(row.committed_amount),
    spent: decimal(row.spent_amount),
    paid: decimal(row.paid_amount),
  };
}

function part(text: string | null): number | null {
  return text === null ? null : toNumber(text);
}
