import { Out } from '../../../platform/http';
import { MatchReasonResponse } from '../../invoices';
import { COMPETITIVENESS } from '../../vendors';
import { type Grouping, GROUPINGS } from '../domain/spending';

/** The first and last day of a report, both inclusive. */
export class PeriodResponse {
  @Out.day({ example: '2026-01-01' }) from_date: string;
  @Out.day({ example: '2026-03-31' }) to_date: string;
}

export class SpendingFiltersResponse extends PeriodResponse {
  @Out.oneOf(GROUPINGS) group_by: Grouping;
}

/** What was ordered, invoiced and paid in one currency. Amounts include VAT. */
export class SpendingTotalResponse {
  @Out.currency() currency: string;
  @Out.integer({ description: 'Orders approved in the period that still stand.', example: 12 }) po_count: number;
  @Out.amount({ example: 34500 }) po_total: number;
  @Out.integer({ description: 'Approved invoices dated in the period.', example: 9 }) invoice_count: number;
  @Out.amount({ description: 'Less credit notes.', example: 22770 }) invoiced_total: number;
  @Out.amount({ description: 'Paid in the period, less refunds.', example: 11500 }) paid_total: number;
}

export class SpendingRowResponse extends SpendingTotalResponse {
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
export class SpendingReportResponse {
  @Out.object(() => SpendingFiltersResponse) filters: SpendingFiltersResponse;
  @Out.list(() => SpendingRowResponse) rows: SpendingRowResponse[];
  @Out.list(() => SpendingTotalResponse, {
    description:
      'What the vendors beyond `limit` come to: `rows` and `rest` together are `totals`. Empty when all are there.',
  })
  rest: SpendingTotalResponse[];
  @Out.list(() => SpendingTotalResponse) totals: SpendingTotalResponse[];
  @Out.timestamp() generated_at: string;
}

export class PerformanceFiltersResponse extends PeriodResponse {
  @Out.text({ nullable: true }) category: string | null;
  @Out.id({ nullable: true }) vendor_id: number | null;
}

/** Scores over the period: 0 to 100, 0 where there is no data. */
export class ScoresResponse {
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
export class PerformanceRowResponse extends ScoresResponse {
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

export class PerformanceSummaryResponse extends ScoresResponse {
  @Out.integer({ example: 40 }) vendor_count: number;
}

export class PaginationResponse {
  @Out.integer({ example: 1 }) current_page: number;
  @Out.integer({ example: 3 }) last_page: number;
  @Out.integer({ example: 15 }) per_page: number;
  @Out.integer({ example: 40 }) total: number;
}

/** How vendors did. */
export class PerformanceReportResponse {
  @Out.object(() => PerformanceFiltersResponse) filters: PerformanceFiltersResponse;
  @Out.list(() => PerformanceRowResponse) rows: PerformanceRowResponse[];
  @Out.object(() => PerformanceSummaryResponse, { description: 'All vendors of the report as if they were one.' })
  summary: PerformanceSummaryResponse;
  @Out.object(() => PaginationResponse) pagination: PaginationResponse;
  @Out.timestamp() generated_at: string;
}

export class OrderStatusTotalResponse {
  @Out.currency() currency: string;
  @Out.integer({ example: 12 }) count: number;
  @Out.amount({ example: 34500 }) total_amount: number;
}

/** Orders of a status in one currency. */
export class OrderStatusRowResponse extends OrderStatusTotalResponse {
  @Out.text({ example: 'approved' }) status: string;
}

export class PendingResponse {
  @Out.integer({ example: 4 }) count: number;
  @Out.integer({ description: 'Submitted more than 3 days ago.', example: 3 }) over_3_days: number;
  @Out.integer({ example: 1 }) over_7_days: number;
  @Out.integer({ example: 0 }) over_14_days: number;
}

export class OrderStatusSummaryResponse {
  @Out.number({
    nullable: true,
    description: 'From submit to approval, over orders approved in the period.',
    example: 6.5,
  })
  average_hours_to_approval: number | null;
  @Out.object(() => PendingResponse, { description: 'Orders that wait for approval now, whatever the period.' })
  pending: PendingResponse;
  @Out.integer({
    description: 'Approved orders past their expected day, not received in full, whatever the period.',
    example: 2,
  })
  overdue_deliveries: number;
}

export class OrderStatusReportResponse {
  @Out.object(() => PeriodResponse) filters: PeriodResponse;
  @Out.list(() => OrderStatusRowResponse) rows: OrderStatusRowResponse[];
  @Out.list(() => OrderStatusTotalResponse) totals: OrderStatusTotalResponse[];
  @Out.object(() => OrderStatusSummaryResponse) summary: OrderStatusSummaryResponse;
  @Out.timestamp() generated_at: string;
}

export class MatchTotalResponse {
  @Out.currency() currency: string;
  @Out.integer({ example: 9 }) count: number;
  @Out.amount({ example: 22770 }) total: number;
}

/** Invoices of a match status in one currency. */
export class MatchRowResponse extends MatchTotalResponse {
  @Out.text({ example: 'full_match' }) match_status: string;
  @Out.number({ nullable: true, description: 'Over the invoices that have one.', example: 0 })
  average_po_variance_pct: number | null;
  @Out.number({ nullable: true, example: 0 }) average_gr_variance_pct: number | null;
}

export class ExceptionVendorResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Gulf Office Supplies' }) name: string;
}

/** An invoice that waits and is no full match. */
export class MatchExceptionResponse {
  @Out.id() invoice_id: number;
  @Out.text({ example: 'INV-2026-000001' }) invoice_number: string;
  @Out.text({ example: 'B-778' }) vendor_invoice_number: string;
  @Out.object(() => ExceptionVendorResponse) vendor: ExceptionVendorResponse;
  @Out.text({ example: 'mismatch' }) match_status: string;
  @Out.currency() currency: string;
  @Out.amount() total: number;
  @Out.timestamp() submitted_at: string;
  @Out.list(() => MatchReasonResponse) reasons: MatchReasonResponse[];
}

export class MatchingSummaryResponse {
  @Out.integer({ description: 'Invoices that were submitted or approved.', example: 8 }) matched_count: number;
  @Out.number({ nullable: true, description: 'Percent of those that are a full match.', example: 87.5 })
  full_match_rate_pct: number | null;
  @Out.integer({ description: 'Approved although the match said no.', example: 0 }) overridden_count: number;
  @Out.integer({ description: 'Invoices that wait and are no full match.', example: 1 }) exception_count: number;
  @Out.list(() => MatchExceptionResponse, {
    description: 'The first 50 of them, whatever the period, the longest waiting first.',
  })
  exceptions: MatchExceptionResponse[];
}

/** How invoices matched. */
export class MatchingReportResponse {
  @Out.object(() => PeriodResponse) filters: PeriodResponse;
  @Out.list(() => MatchRowResponse) rows: MatchRowResponse[];
  @Out.list(() => MatchTotalResponse) totals: MatchTotalResponse[];
  @Out.object(() => MatchingSummaryResponse) summary: MatchingSummaryResponse;
  @Out.timestamp() generated_at: string;
}
