import type { Decimal } from '../../common/money';
import type { BudgetStatus } from './lifecycle';

/** What a request says of a budget. What it does not mention is undefined, what it clears null. */
export interface BudgetInput {
  readonly name?: string;
  readonly allocated?: Decimal;
  readonly departmentId?: number;
  readonly fiscalYear?: number;
  readonly category?: string | null;
  readonly currency?: string;
  readonly notes?: string | null;
  readonly status?: BudgetStatus;
  readonly allocations?: { readonly capex: Decimal | null; readonly opex: Decimal | null };
  /** Percentages. */
  readonly alertThresholds?: readonly number[];
}

/** What a new budget cannot do without. */
export type NewBudgetInput = Omit<BudgetInput, 'status'> &
  Required<Pick<BudgetInput, 'name' | 'allocated' | 'departmentId' | 'fiscalYear'>>;
