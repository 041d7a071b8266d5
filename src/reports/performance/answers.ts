import { Out } from '../../http';
import { COMPETITIVENESS } from '../../vendors';
import { PeriodOut } from '../http/answers';

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
  @Out.text({ example: 'Najd Stationery' }) name: string;
  @Out.text({ nullable: true, example: 'Stationery' }) category: string | null;
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
