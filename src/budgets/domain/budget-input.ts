import type { Decimal } from '../../common/money';
import type { BudgetStatus } from './lifecycle';

/** The fields of a budget that a request gives: undefined where left out, null where cleared. */
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

/** The same with the fields that a new budget needs; it is created as a draft. */
export type NewBudgetInput = Omit<BudgetInput, 'status'> &
  Required<Pick<BudgetInput, 'name' | 'allocated' | 'departmentId' | 'fiscalYear'>>;
