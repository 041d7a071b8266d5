import { type Decimal, decimal } from '../common/money';
import type { ControlledBudget } from './domain/control';
import type { BudgetStatus } from './domain/lifecycle';
import type { BudgetTerms } from './domain/terms';

/** A budget as its verbs look at it: locked, so that its figures are the present ones. */
export interface StoredBudget extends ControlledBudget, BudgetTerms {
  readonly category: string | null;
  /** Percentages, rising. */
  readonly alertThresholds: readonly number[];
  readonly version: number;
}

/** The row behind a {@link StoredBudget}; amounts are numeric text. */
export interface StoredBudgetRow {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly currency: string;
  readonly department_id: number;
  readonly fiscal_year: number;
  readonly status: BudgetStatus;
  readonly allocated_amount: string;
  readonly allocated_capex: string | null;
  readonly allocated_opex: string | null;
  readonly reserved_amount: string;
  readonly committed_amount: string;
  readonly spent_amount: string;
  readonly paid_amount: string;
  readonly alert_thresholds: readonly number[];
  readonly version: number;
}

/** Columns of a {@link StoredBudgetRow} of a budget `b`. */
export const STORED = `b.id, b.name, b.category, b.currency, b.department_id, b.fiscal_year, b.status, b.allocated_amount,
  b.allocated_capex, b.allocated_opex, b.reserved_amount, b.committed_amount, b.spent_amount, b.paid_amount,
  b.alert_thresholds, b.version`;

/** The row as facts. */
export function storedBudget(row: StoredBudgetRow): StoredBudget {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    currency: row.currency,
    departmentId: row.department_id,
    fiscalYear: row.fiscal_year,
    status: row.status,
    allocated: decimal(row.allocated_amount),
    allocatedCapex: part(row.allocated_capex),
    allocatedOpex: part(row.allocated_opex),
    figures: {
      reserved: decimal(row.reserved_amount),
      committed: decimal(row.committed_amount),
      spent: decimal(row.spent_amount),
      paid: decimal(row.paid_amount),
    },
    alertThresholds: row.alert_thresholds,
    version: row.version,
  };
}

function part(text: string | null): Decimal | null {
  return text === null ? null : decimal(text);
}
