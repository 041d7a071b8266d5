import { Injectable } from '@nestjs/common';
import { addDays } from '../common/clock';
import { toNumber } from '../common/money';
import { Page, type PageRequest } from '../common/page';
import { query, UnitOfWork } from '../database';
import { figuresOf, scores } from '../vendor-performance';
import type { PerformanceReportOut, PerformanceRowOut, ScoresOut } from './answers/performance';
import {
  performanceValues,
  SUMMARY,
  type SummaryRow,
  type VendorFiguresRow,
  type VendorSort,
  vendorsSql,
} from './performance.sql';
import { type AskedPeriod, ReportContexts } from './report-context';

/** Which vendors the report is about. */
export interface PerformanceFilter {
  readonly category?: string | undefined;
  readonly vendorId?: number | undefined;
}

/** How vendors did in a period. */
@Injectable()
export class PerformanceReport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly contexts: ReportContexts,
  ) {}

  /** @param request left out, the rows are those of all vendors, the best first */
  async of(
    tenantId: string,
    asked: AskedPeriod,
    { category, vendorId }: PerformanceFilter,
    request: PageRequest,
  ): Promise<PerformanceReportOut> {
    const { period, today, now } = await this.contexts.of(tenantId, asked);
    const values = [...performanceValues(tenantId, period, addDays(today, -1)), category ?? null, vendorId ?? null];
    const { page, perPage, sort, order } = request;
    const [rows, [summary]] = await this.unitOfWork.read<[VendorFiguresRow, SummaryRow]>(
      tenantId,
      query(vendorsSql(sort as VendorSort, order), [...values, perPage, (page - 1) * perPage]),
      query(SUMMARY, values),
    );
    const total = summary?.vendors ?? 0;
    return {
      filters: {
        from_date: period.from,
        to_date: period.to,
        category: category ?? null,
        vendor_id: vendorId ?? null,
      },
      rows: rows.map(presentRow),
      summary: { vendor_count: total, ...presentScores(summary?.sums) },
      pagination: {
        current_page: page,
        last_page: new Page(rows, total, request).lastPage,
        per_page: perPage,
        total,
      },
      generated_at: now.toISOString(),
    };
  }
}

function presentRow(row: VendorFiguresRow): PerformanceRowOut {
  const { id, name, category, status, performance_score, total_orders, total_spend, currency, sums } = row;
  return {
    vendor_id: id,
    name,
    category,
    status,
    performance_score,
    total_orders,
    total_spend: toNumber(total_spend),
    currency,
    ...presentScores(sums),
  };
}

function presentScores(sums: Readonly<Record<string, string>> | undefined): ScoresOut {
  const { overall, delivery, quality, pricing, responsiveness } = scores(figuresOf(sums));
  return {
    overall_score: overall,
    delivery_score: delivery.score,
    on_time_percentage: delivery.onTimePercentage,
    average_days: delivery.averageDays,
    quality_score: quality.score,
    defect_rate: quality.defectRate,
    return_rate: quality.returnRate,
    pricing_score: pricing.score,
    competitiveness: pricing.competitiveness,
    responsiveness_score: responsiveness.score,
    average_response_hours: responsiveness.averageHours,
  };
}
