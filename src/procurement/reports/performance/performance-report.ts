import { Injectable } from '@nestjs/common';
import { toNumber } from '../../../common/money';
import { NumberedPage, type PageRequest } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import { LaggingReads } from '../../../platform/database';
import { figuresOf, scores } from '../../vendor-performance';
import type { PerformanceReportResponse, PerformanceRowResponse, ScoresResponse } from '../http/answers';
import {
  type PerformanceFilter,
  summaryQueries,
  type SumRow,
  vendorCount,
  type VendorFiguresRow,
  vendorsQuery,
} from './performance.sql';
import type { RequestedPeriod } from '../domain/period';
import { ReportContexts } from '../report-context';

@Injectable()
export class PerformanceReport {
  constructor(
    private readonly reads: LaggingReads,
    private readonly contexts: ReportContexts,
  ) {}

  /**
   * A page of vendors with their scores over the period, and the scores of all vendors together.
   * @throws DomainError BAD_REQUEST for an invalid period
   */
  async of(
    tenantId: TenantId,
    asked: RequestedPeriod,
    filter: PerformanceFilter,
    request: PageRequest,
  ): Promise<PerformanceReportResponse> {
    const context = await this.contexts.of(tenantId, asked);
    const { filters, generated_at } = context;
    const { page, perPage } = request;
    const [rows, [counted], late, others] = await this.reads.read<
      [VendorFiguresRow, { total: number }, SumRow, SumRow]
    >(
      tenantId,
      vendorsQuery(context, filter, request),
      vendorCount(tenantId, filter),
      ...summaryQueries(context, filter),
    );
    const total = counted?.total ?? 0;
    const { lastPage } = new NumberedPage(rows, total, request);
    const sums = Object.fromEntries([...late, ...others].map(({ name, amount }) => [name, amount]));
    return {
      filters: { ...filters, category: filter.category ?? null, vendor_id: filter.vendorId ?? null },
      rows: rows.map(toRowResponse),
      summary: { vendor_count: total, ...toScoresResponse(sums) },
      pagination: { current_page: page, last_page: lastPage, per_page: perPage, total },
      generated_at,
    };
  }
}

function toRowResponse({ id: vendor_id, sums, ...vendor }: VendorFiguresRow): PerformanceRowResponse {
  return { vendor_id, ...vendor, total_spend: toNumber(vendor.total_spend), ...toScoresResponse(sums) };
}

function toScoresResponse(sums: Readonly<Record<string, string>> | undefined): ScoresResponse {
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
