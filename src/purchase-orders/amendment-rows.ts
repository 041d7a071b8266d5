import type { PeopleRow, StepRow } from '../approvals';
import type { AmendmentChanges } from './amendment-input';
import type { AmendmentStatus } from './domain/amendment';
import type { ItemRow } from './queries/order-rows';

/** An amendment as the read side answers it. */
export interface AmendmentRow {
  readonly id: number;
  readonly purchase_order_id: number;
  readonly amendment_number: number;
  readonly status: AmendmentStatus;
  readonly reason: string;
  readonly changes: AmendmentChanges;
  readonly currency: string;
  readonly total_before: number;
  readonly total_after: number;
  readonly current_step: number | null;
  readonly department_id: number;
  readonly created_by: { readonly id: number; readonly name: string };
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
  readonly updated_at: string;
  readonly version: number;
  readonly steps: readonly StepRow[];
  /** Who could decide; null unless it waits for approval. */
  readonly people: PeopleRow | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A version of an order: what an amendment replaced, or what holds now. */
export interface VersionRow {
  readonly version: number;
  readonly is_current: boolean;
  readonly superseded_at: string | null;
  readonly superseded_by: { readonly id: number; readonly number: number; readonly reason: string } | null;
  readonly snapshot: {
    readonly currency: string;
    readonly subtotal: number;
    readonly vat_amount: number;
    readonly total_amount: number;
    readonly notes: string | null;
    readonly delivery_address: string | null;
    readonly expected_delivery_date: string | null;
    readonly items: readonly ItemRow[];
  };
}
