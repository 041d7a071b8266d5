import { Out } from '../../../../platform/http';
import { BudgetOut, BudgetSummaryOut, UtilizationOut } from '../answers';

/** The part of a budget that one expense type has. */
export class ExpenseTypeOut {
  @Out.amount({ nullable: true, description: 'Null where nobody said.', example: 60000 }) allocated: number | null;
  @Out.amount({ example: 0 }) reserved: number;
  @Out.amount({ example: 23000 }) committed: number;
  @Out.amount({ example: 11500 }) spent: number;
  @Out.amount({ nullable: true, example: 25500 }) available: number | null;
  @Out.number({ nullable: true, example: 57.5 }) utilization_percentage: number | null;
}

/** A budget in Form B's list. */
export class BudgetSummaryOutB extends BudgetSummaryOut {
  @Out.object(() => ExpenseTypeOut) capex: ExpenseTypeOut;
  @Out.object(() => ExpenseTypeOut) opex: ExpenseTypeOut;
}

/** A budget in Form B. */
export class BudgetOutB extends BudgetOut {
  @Out.object(() => ExpenseTypeOut) capex: ExpenseTypeOut;
  @Out.object(() => ExpenseTypeOut) opex: ExpenseTypeOut;
}

/** How far a budget is used, in Form B. */
export class UtilizationOutB extends UtilizationOut {
  @Out.object(() => ExpenseTypeOut) capex: ExpenseTypeOut;
  @Out.object(() => ExpenseTypeOut) opex: ExpenseTypeOut;
}
