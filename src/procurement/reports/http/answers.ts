import { Out } from '../../../platform/http';
import { MatchReasonOut } from '../../invoices';
import { COMPETITIVENESS } from '../../vendors';
import { type Grouping, GROUPINGS } from '../domain/spending';

/** The first and last day of a report, both inclusive. */
export class PeriodOut {
  @Out.day({ example: '2026-01-01' }) from_date: string;
  @Out.day({ example: '2026-03-31' }) to_date: string;
}

export class SpendingFiltersOut extends PeriodOut {
  @Out.oneOf(GROUPINGS) group_by: Grouping;
}

/** What was ordered, invoiced and paid in one currency. Amounts include VAT. */
export class SpendingTotalOut {
  @Out.currency() currency: string;
  @Out.integer({ description: 'Orders approved in the period that still stand.', example: 12 }) po_count: number;
  @Out.amount({ example: 34500 }) po_total: number;
  @Out.integer({ description: 'Approved invoices dated in the period.', example: 9 }) invoice_count: number;
  @Out.amount({ description: 'Less credit notes.', example: 22770 }) invoiced_total: number;
  @Out.amount({ description: 'Paid in the period, less refunds.', example: 11500 }) paid_total: number;
}

export class SpendingRowOut extends SpendingTotalOut {
  @Out.text({
    description:
      "A month as YYYY-MM, a record's id, a category; `none` for what has none. A category that is named `none` has a colon before it.",
    example: '2026-03',
  })
  key: string;
  @Out.id({ nullable: true, description: 'Of the department or vendor.' }) id: number | null;
  @Out.text({ nullable: true, example: '2026-03' }) name: string | null;
  @Out.number({ description: "Percent of what was ordered in the row's currency.", example: 62.5 }) share_pct: number;
}

/** Spending by group and currency. */
export class SpendingReportOut {
  @Out.object(() => SpendingFiltersOut) filters: SpendingFiltersOut;
  @Out.list(() => SpendingRowOut) rows: SpendingRowOut[];
  @Out.list(() => SpendingTotalOut, {
    description:
      'What the vendors beyond `limit` come to: `rows` and `rest` together are `totals`. Empty when all are there.',
  })
  rest: SpendingTotalOut[];
  @Out.list(() => SpendingTotalOut) totals: SpendingTotalOut[];
  @Out.timestamp() generated_at: string;
}

export class PerformanceFiltersOut extends PeriodOut {
  @Out.text({ nullable: true }) category: string | null;
  @Out.id({ nullable: true }) vendor_id: number | null;
}

/** Scores over the period: 0 to 100, 0 where there is no data. */
export class ScoresOut {
  @Out.integer({ example: 92 }) overall_score: number;
  @Out.integer({ example: 95 }) delivery_score: number;
  @Out.number({ description: 'Percent of the lines due.', example: 95 }) on_time_percentage: number;
  @Out.number({ description: 'Days from approval to receipt.', example: 4.5 }) average_days: number;
  @Out.integer({ example: 90 }) quality_score: number;
  @Out.number({ description: 'Percent of what was received.', example: 0.5 }) defect_rate: number;
  @Out.number({ example: 0.5 }) return_rate: number;
  @Out.integer({ example: 100 }) pricing_score: number;
  @Out.oneOf(COMPETITIVENESS) competitiveness: string;
  @Out.integer({ example: 75 }) responsiveness_score: number;
  @Out.number({ description: 'Hours from approval to the first receipt.', example: 60 }) average_response_hours: number;
}

/** How one vendor did in the period. */
export class PerformanceRowOut extends ScoresOut {
  @Out.id() vendor_id: number;
  @Out.text({ example: 'Gulf Office Supplies' }) name: string;
  @Out.text({ nullable: true, example: 'office' }) category: string | null;
  @Out.text({ example: 'active' }) status: string;
  @Out.integer({ description: "The vendor's standing score, over the last 365 days.", example: 90 })
  performance_score: number;
  @Out.integer({ description: 'Approved and completed orders, ever.', example: 12 }) total_orders: number;
  @Out.amount({ description: "Of those in the vendor's currency.", example: 34500 }) total_spend: number;
  @Out.currency() currency: string;
}

export class PerformanceSummaryOut extends ScoresOut {
  @Out.integer({ example: 40 }) vendor_count: number;
}

export class PaginationOut {
  @Out.integer({ example: 1 }) current_page: number;
  @Out.integer({ example: 3 }) last_page: number;
  @Out.integer({ example: 15 }) per_page: number;
  @Out.integer({ example: 40 }) total: number;
}

/** How vendors did. */
export class PerformanceReportOut {
  @Out.object(() => PerformanceFiltersOut) filters: PerformanceFiltersOut;
  @Out.list(() => PerformanceRowOut) rows: PerformanceRowOut[];
  @Out.object(() => PerformanceSummaryOut, { description: 'All vendors of the report as if they were one.' })
  summary: PerformanceSummaryOut;
  @Out.object(() => PaginationOut) pagination: PaginationOut;
  @Out.timestamp() generated_at: string;
}

export class OrderStatusTotalOut {
  @Out.currency() currency: string;
  @Out.integer({ example: 12 }) count: number;
  @Out.amount({ example: 34500 }) total_amount: number;
}

/** Orders of a status in one currency. */
export class OrderStatusRowOut extends OrderStatusTotalOut {
  @Out.text({ example: 'approved' }) status: string;
}

export class PendingOut {
  @Out.integer({ example: 4 }) count: number;
  @Out.integer({ description: 'Submitted more than 3 days ago.', example: 3 }) over_3_days: number;
  @Out.integer({ example: 1 }) over_7_days: number;
  @Out.integer({ example: 0 }) over_14_days: number;
}

export class OrderStatusSummaryOut {
  @Out.number({
    nullable: true,
    description: 'From submit to approval, over orders approved in the period.',
    example: 6.5,
  })
  average_hours_to_approval: number | null;
  @Out.object(() => PendingOut, { description: 'Orders that wait for approval now, whatever the period.' })
  pending: PendingOut;
  @Out.integer({
    description: 'Approved orders past their expected day, not received in full, whatever the period.',
    example: 2,
  })
  overdue_deliveries: number;
}

export class OrderStatusReportOut {
  @Out.object(() => PeriodOut) filters: PeriodOut;
  @Out.list(() => OrderStatusRowOut) rows: OrderStatusRowOut[];
  @Out.list(() => OrderStatusTotalOut) totals: OrderStatusTotalOut[];
  @Out.object(() => OrderStatusSummaryOut) summary: OrderStatusSummaryOut;
  @Out.timestamp() generated_at: string;
}

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
  @Out.text({ example: 'Gulf Office Supplies' }) name: string;
}

/** An invoice that waits and is no full match. */
export class MatchExceptionOut {
  @Out.id() invoice_id: number;
  @Out.text({ example: 'INV-2026-000001' }) invoice_number: string;
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
