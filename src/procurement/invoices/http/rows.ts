import type { Warning } from '../../../common/warnings';
import type { MatchStatus } from '../../../common/settings';
import type { InvoiceId } from '../../../common/records/ids';
import type { PeopleRow, StepRow } from '../../approvals';
import type { DocumentRow } from '../../documents';
import type { ReferencedVendor } from '../../vendors';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { StoredMatch } from '../entities/invoice.entity';
import type { ApprovalStateResponse, InvoiceDetailResponse, InvoiceSummaryResponse } from './answers';

/** Rows are read as their answers show them, but for what an answer derives from them. Days are `YYYY-MM-DD`. */

/** What every answer about an invoice is built from. */
export interface InvoiceHeadRow extends Omit<InvoiceSummaryResponse, 'payment_status' | 'vendor' | 'purchase_order'> {
  readonly id: InvoiceId;
  readonly status: InvoiceStatus;
  readonly match_status: MatchStatus;
  readonly credited_amount: number;
  readonly paid_amount: number;
}

/** An invoice in a list. */
export type InvoiceSummaryRow = InvoiceHeadRow & Pick<InvoiceSummaryResponse, 'vendor' | 'purchase_order'>;

/** An invoice that waits and is not approvable, whose vendor is blocked, or of which a warning stands. */
export interface ExceptionRow extends InvoiceSummaryRow {
  readonly vendor: InvoiceSummaryResponse['vendor'] & { readonly status: ReferencedVendor['status'] };
  readonly submitted_at: string;
  readonly match: StoredMatch;
  readonly warnings: readonly Warning[];
}

/** What the answer about a whole invoice derives. */
type Derived =
  | 'payment_status'
  | 'goods_receipt'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_due'
  | 'match_summary'
  | 'attachments'
  | 'warnings'
  | keyof ApprovalStateResponse;

/** Who could decide an invoice that waits, and what says who of them may. */
export interface InvoiceDeciders {
  readonly people: PeopleRow;
  readonly department_id: number | null;
  /** Whom self-approval bars where it is prevented. */
  readonly involved: readonly number[];
  /** Roles that may decide about invoices at all. */
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A whole invoice, read in one statement. */
export interface InvoiceRow extends InvoiceHeadRow, Omit<InvoiceDetailResponse, Derived | keyof InvoiceHeadRow> {
  readonly match: StoredMatch | null;
  readonly last_matched_at: string | null;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly steps: readonly StepRow[];
  readonly current_step: number | null;
  /** Those that stand. */
  readonly warnings: readonly Warning[];
  /** There for an invoice that waits for its decision. */
  readonly deciders?: InvoiceDeciders;
}
