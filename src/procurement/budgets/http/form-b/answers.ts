import { Out } from '../../../../platform/http';
import { BudgetResponse, BudgetSummaryResponse, UtilizationResponse } from '../answers';
import { type Decimal, decimal, toNumber } from '../../../../common/money';
import type { BudgetRow } from '../../budgets.queries';
import { allocatedSplit } from '../../domain/terms';
import { available, type BudgetAmounts, shownUtilization } from '../../domain/ledger/amounts';
import { presentBudget, presentBudgetSummary, presentUtilization } from '../present';

/** The part of a budget that one expense type has. */
export class ExpenseTypeResponse {
  @Out.amount({ nullable: true, description: 'Null where nobody said.', example: 60000 }) allocated: number | null;
  @Out.amount({ example: 0 }) reserved: number;
  @Out.amount({ example: 23000 }) committed: number;
  @Out.amount({ example: 11500 }) spent: number;
  @Out.amount({ nullable: true, example: 25500 }) available: number | null;
  @Out.number({ nullable: true, example: 57.5 }) utilization_percentage: number | null;
}

/** A budget in Form B's list. */
export class BudgetSummaryResponseB extends BudgetSummaryResponse {
  @Out.object(() => ExpenseTypeResponse) capex: ExpenseTypeResponse;
  @Out.object(() => ExpenseTypeResponse) opex: ExpenseTypeResponse;
}

export class BudgetResponseB extends BudgetResponse {
  @Out.object(() => ExpenseTypeResponse) capex: ExpenseTypeResponse;
  @Out.object(() => ExpenseTypeResponse) opex: ExpenseTypeResponse;
}

/** How far a budget is used, in Form B. */
export class UtilizationResponseB extends UtilizationResponse {
  @Out.object(() => ExpenseTypeResponse) capex: ExpenseTypeResponse;
  @Out.object(() => ExpenseTypeResponse) opex: ExpenseTypeResponse;
}

export function presentBudgetSummaryB(row: BudgetRow): BudgetSummaryResponseB {
  return { ...presentBudgetSummary(row), ...presentSplit(row) };
}

export function presentBudgetB(row: BudgetRow): BudgetResponseB {
  return { ...presentBudget(row), ...presentSplit(row) };
}

export function presentUtilizationB(row: BudgetRow, asOf: Date): UtilizationResponseB {
  return { ...presentUtilization(row, asOf), ...presentSplit(row) };
}

/** The parts of CAPEX and OPEX. Running amounts are kept for the whole and for CAPEX; OPEX is the difference. */
function presentSplit(row: BudgetRow): { capex: ExpenseTypeResponse; opex: ExpenseTypeResponse } {
  const said = { capex: part(row.allocated_capex), opex: part(row.allocated_opex) };
  const allocated = allocatedSplit(decimal(row.allocated_amount), row.category, said);
  const capex = {
    reserved: decimal(row.capex_reserved),
    committed: decimal(row.capex_committed),
    spent: decimal(row.capex_spent),
  };
  const opex = {
    reserved: decimal(row.reserved_amount).minus(capex.reserved),
    committed: decimal(row.committed_amount).minus(capex.committed),
    spent: decimal(row.spent_amount).minus(capex.spent),
  };
  return { capex: presentType(allocated.capex, capex), opex: presentType(allocated.opex, opex) };
}

function presentType(allocated: Decimal | null, running: Omit<BudgetAmounts, 'paid'>): ExpenseTypeResponse {
  return {
    allocated: allocated && toNumber(allocated),
    reserved: toNumber(running.reserved),
    committed: toNumber(running.committed),
    spent: toNumber(running.spent),
    available: allocated && toNumber(available(allocated, running)),
    utilization_percentage: allocated && toNumber(shownUtilization(allocated, running)),
  };
}

function part(text: string | null): Decimal | null {
  return text === null ? null : decimal(text);
}
