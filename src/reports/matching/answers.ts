import { Out } from '../../http';
import { MatchReasonOut } from '../../invoices';
import { PeriodOut } from '../http/answers';

export class MatchTotalOut {
  @Out.currency() currency: string;
  @Out.integer({ example: 9 }) count: number;
  @Out.amount({ example: 22770 }) total: number;
}

/** Invoices of a match status in one currency. */
export class MatchRowOut extends MatchTotalOut {
  @Out.text({ example: 'full_match' }) match_status: string;
  @Out.number({ nullable: true, description: 'Over the invoices that have one.', example: 0 })
  average_po_variance_pct: number | null;
  @Out.number({ nullable: true, example: 0 }) average_gr_variance_pct: number | null;
}

export class ExceptionVendorOut {
  @Out.id() id: number;
  @Out.text({ example: 'Najd Stationery' }) name: string;
}

/** An invoice that waits and is no full match. */
export class MatchExceptionOut {
  @Out.id() invoice_id: number;
  @Out.text({ example: 'INV-2026-000042' }) invoice_number: string;
  @Out.text({ example: 'B-778' }) vendor_invoice_number: string;
  @Out.object(() => ExceptionVendorOut) vendor: ExceptionVendorOut;
  @Out.text({ example: 'mismatch' }) match_status: string;
  @Out.currency() currency: string;
  @Out.amount() total: number;
  @Out.timestamp() submitted_at: string;
  @Out.list(() => MatchReasonOut) reasons: MatchReasonOut[];
}

export class MatchingSummaryOut {
  @Out.integer({ description: 'Invoices that were submitted or approved.', example: 8 }) matched_count: number;
  @Out.number({ nullable: true, description: 'Percent of those that are a full match.', example: 87.5 })
  full_match_rate_pct: number | null;
  @Out.integer({ description: 'Approved although the match said no.', example: 0 }) overridden_count: number;
  @Out.integer({ description: 'Invoices that wait and are no full match.', example: 1 }) exception_count: number;
  @Out.list(() => MatchExceptionOut, {
    description: 'The first 50 of them, whatever the period, the longest waiting first.',
  })
  exceptions: MatchExceptionOut[];
}

/** How invoices matched. */
export class MatchingReportOut {
  @Out.object(() => PeriodOut) filters: PeriodOut;
  @Out.list(() => MatchRowOut) rows: MatchRowOut[];
  @Out.list(() => MatchTotalOut) totals: MatchTotalOut[];
  @Out.object(() => MatchingSummaryOut) summary: MatchingSummaryOut;
  @Out.timestamp() generated_at: string;
}
