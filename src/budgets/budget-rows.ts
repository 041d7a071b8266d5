import type { BudgetStatus } from './domain/lifecycle';
import type { MovementType } from './domain/postings';

/** A budget as the read side answers it; amounts are numeric text, timestamps ISO 8601. */
export interface BudgetRow {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly currency: string;
  readonly department: { readonly id: number; readonly name: string; readonly code: string };
  readonly fiscal_year: number;
  readonly status: BudgetStatus;
  readonly notes: string | null;
  readonly allocated_amount: string;
  readonly allocated_capex: string | null;
  readonly allocated_opex: string | null;
  readonly reserved_amount: string;
  readonly committed_amount: string;
  readonly spent_amount: string;
  readonly paid_amount: string;
  readonly capex_reserved: string;
  readonly capex_committed: string;
  readonly capex_spent: string;
  readonly alert_thresholds: readonly number[];
  readonly created_at: string;
  readonly updated_at: string;
  /** Raised with every edit; the ETag. */
  readonly version: number;
}

/** A line of the ledger as the read side answers it. */
export interface MovementRow {
  readonly id: number;
  readonly type: MovementType;
  readonly purchase_order: { readonly id: number; readonly po_number: string } | null;
  readonly invoice: { readonly id: number; readonly invoice_number: string } | null;
  readonly expense_type: string;
  readonly reserved_change: string;
  readonly committed_change: string;
  readonly spent_change: string;
  readonly paid_change: string;
  readonly created_by: { readonly id: number; readonly name: string } | null;
  readonly created_at: string;
}
