import { Out } from '../../../platform/http';
import { MatchReasonResponse } from '../../invoices';
import { COMPETITIVENESS } from '../../vendors';
import { type Grouping, GROUPINGS } from '../domain/spending';

/** Both days are inclusive. */
export class PeriodResponse {
  @Out.day({ example: '2026-01-01' }) from_date: string;
  @Out.day({ example: '2026-03-31' }) to_date: string;
}

export class SpendingFiltersResponse extends PeriodResponse {
  @Out.oneOf(GROUPINGS) group_by: Grouping;
}

/** Ordered, invoiced and paid amounts in one currency, including VAT. */
export class SpendingTotalResponse {
  @Out.currency() currency: string;
  @Out.integer({ description: 'Orders approved in the period and not cancelled.', example: 12 }) po_count: number;
  @Out.amount({ example: 34500 }) po_total: number;
  @Out.integer({ description: 'Approved invoices dated in the period.', example: 9 }) invoice_count: number;
  @Out.amount({ description: 'Total of these invoices less credit notes.', example: 22770 }) invoiced_total: number;
  @Out.amount({ description: 'Payments in the period less refunds.', example: 11500 }) paid_total: number;
}

export class SpendingRowResponse extends SpendingTotalResponse {
  @Out.text({
    description:
      'Month as YYYY-MM, id of the department or vendor, or category. `none` for records without one. A category named `none` has a colon as prefix.',
    example: '2026-03',
  })
  key: string;
  @Out.id({ nullable: true, description: 'Id of the department or vendor.' }) id: number | null;
  @Out.text({ nullable: true, example: '2026-03' }) name: string | null;
  @Out.number({ description: "Percent of the ordered total in the row's currency.", example: 62.5 }) share_pct: number;
}

export class SpendingReportResponse {
  @Out.object(() => SpendingFiltersResponse) filters: SpendingFiltersResponse;
  @Out.list(() => SpendingRowResponse) rows: SpendingRowResponse[];
  @Out.list(() => SpendingTotalResponse, {
    description:
      'Total of the vendors beyond `limit`: `rows` plus `rest` equals `totals`. Empty if all vendors are in `rows`.',
  })
  rest: SpendingTotalResponse[];
  @Out.list(() => SpendingTotalResponse) totals: SpendingTotalResponse[];
  @Out.timestamp() generated_at: string;
}

export class PerformanceFiltersResponse extends PeriodResponse {
  @Out.text({ nullable: true }) category: string | null;
  @Out.id({ nullable: true }) vendor_id: number | null;
}

/** Scores over the period, 0 to 100; 0 without data. */
export class ScoresResponse {
  @Out.integer({ example: 92 }) overall_score: number;
  @Out.integer({ example: 95 }) delivery_score: number;
  @Out.number({ description: 'Percent of the due lines.', example: 95 }) on_time_percentage: number;
  @Out.number({ description: 'Days from the approval of the order to the receipt.', example: 4.5 })
  average_days: number;
  @Out.integer({ example: 90 }) quality_score: number;
  @Out.number({ description: 'Percent of the received quantity.', example: 0.5 }) defect_rate: number;
  @Out.number({ example: 0.5 }) return_rate: number;
  @Out.integer({ example: 100 }) pricing_score: number;
  @Out.oneOf(COMPETITIVENESS) competitiveness: string;
  @Out.integer({ example: 75 }) responsiveness_score: number;
  @Out.number({ description: 'Hours from the approval of the order to its first receipt.', example: 60 })
  average_response_hours: number;
}

export class PerformanceRowResponse extends ScoresResponse {
  @Out.id() vendor_id: number;
  @Out.text({ example: 'Gulf Office Supplies' }) name: string;
  @Out.text({ nullable: true, example: 'office' }) category: string | null;
  @Out.text({ example: 'active' }) status: string;
  @Out.integer({ description: "The vendor's current score over the last 365 days.", example: 90 })
  performance_score: number;
  @Out.integer({ description: 'All approved and completed orders, independent of the period.', example: 12 })
  total_orders: number;
  @Out.amount({ description: "Total of these orders in the vendor's currency.", example: 34500 }) total_spend: number;
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

export class PerformanceReportResponse {
  @Out.object(() => PerformanceFiltersResponse) filters: PerformanceFiltersResponse;
  @Out.list(() => PerformanceRowResponse) rows: PerformanceRowResponse[];
  @Out.object(() => PerformanceSummaryResponse, { description: 'Scores of all vendors of the report together.' })
  summary: PerformanceSummaryResponse;
  @Out.object(() => PaginationResponse) pagination: PaginationResponse;
  @Out.timestamp() generated_at: string;
}

export class OrderStatusTotalResponse {
  @Out.currency() currency: string;
  @Out.integer({ example: 12 }) count: number;
  @Out.amount({ example: 34500 }) total_amount: number;
}

export class OrderStatusRowResponse extends OrderStatusTotalResponse {
  @Out.text({ example: 'approved' }) status: string;
}

export class PendingResponse {
  @Out.integer({ example: 4 }) count: number;
  @Out.integer({ description: 'Orders submitted more than 3 days ago.', example: 3 }) over_3_days: number;
  @Out.integer({ example: 1 }) over_7_days: number;
  @Out.integer({ example: 0 }) over_14_days: number;
}

export class OrderStatusSummaryResponse {
  @Out.number({
    nullable: true,
    description: 'Average hours from submit to approval of the orders approved in the period.',
    example: 6.5,
  })
  average_hours_to_approval: number | null;
  @Out.object(() => PendingResponse, { description: 'Currently pending orders, independent of the period.' })
  pending: PendingResponse;
  @Out.integer({
    description: 'Approved, incompletely received orders past their expected delivery date, independent of the period.',
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

export class MatchRowResponse extends MatchTotalResponse {
  @Out.text({ example: 'full_match' }) match_status: string;
  @Out.number({ nullable: true, description: 'Average over the invoices that have a variance.', example: 0 })
  average_po_variance_pct: number | null;
  @Out.number({ nullable: true, example: 0 }) average_gr_variance_pct: number | null;
}

export class ExceptionVendorResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Gulf Office Supplies' }) name: string;
}

/** An open invoice that is not a full match. */
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
  @Out.integer({ description: 'Submitted, pending, approved and paid invoices.', example: 8 }) matched_count: number;
  @Out.number({ nullable: true, description: 'Percentage of these invoices that are a full match.', example: 87.5 })
  full_match_rate_pct: number | null;
  @Out.integer({ description: 'Invoices approved with an override.', example: 0 }) overridden_count: number;
  @Out.integer({
    description: 'Submitted and pending invoices dated in the period that are not a full match.',
    example: 1,
  })
  exception_count: number;
  @Out.list(() => MatchExceptionResponse, {
    description: 'The 50 longest waiting invoices that are not a full match, independent of the period.',
  })
  exceptions: MatchExceptionResponse[];
}

export class MatchingReportResponse {
  @Out.object(() => PeriodResponse) filters: PeriodResponse;
  @Out.list(() => MatchRowResponse) rows: MatchRowResponse[];
  @Out.list(() => MatchTotalResponse) totals: MatchTotalResponse[];
  @Out.object(() => MatchingSummaryResponse) summary: MatchingSummaryResponse;
  @Out.timestamp() generated_at: string;
}
