import { Get, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import {
  Answers,
  BothForms,
  CurrentActor,
  CurrentLanguage,
  PrefersCsv,
  Query,
  Requires,
  TakesReportTurns,
} from '../../platform/http';
import {
  MatchingReportResponse,
  OrderStatusReportResponse,
  PerformanceReportResponse,
  SpendingReportResponse,
} from './http/answers';
import { reportFile } from './http/csv';
import { MatchingReport } from './matching-report.sql';
import { OrderStatusReport } from './order-status-report';
import { PerformanceReport } from './performance/performance-report';
import { PerformanceQuery, PeriodQuery, SHOWN_VENDORS, SpendingQuery } from './http/requests';
import { SpendingReport } from './spending/spending-report';

/** The page of an export: all rows. */
const EVERY_ROW = { page: 1, perPage: 1_000_000 };

@BothForms('reports', 'Reports')
@TakesReportTurns()
export class ReportsController {
  constructor(
    private readonly spendingReport: SpendingReport,
    private readonly performanceReport: PerformanceReport,
    private readonly orderStatusReport: OrderStatusReport,
    private readonly matchingReport: MatchingReport,
  ) {}

  @Get('spending')
  @Requires('read')
  @Answers(SpendingReportResponse, {
    summary: 'Report spending',
    description:
      'Orders count on the day they were approved, invoices on their date, payments on the day they were paid. ' +
      'By vendor it shows the largest, and what all others come to; as CSV it is the whole list.',
    csv: true,
  })
  async spending(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: SpendingQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<SpendingReportResponse | StreamableFile> {
    const limit = csv ? undefined : (query.limit ?? SHOWN_VENDORS);
    const report = await this.spendingReport.of(tenantId, query.toPeriod(), query.group_by ?? 'month', limit);
    return csv ? reportFile('spending', report, query) : report;
  }

  @Get('vendor-performance')
  @Requires('read')
  @Answers(PerformanceReportResponse, {
    summary: 'Report how vendors did',
    description: 'As CSV it is the whole list: page and per_page do not cut it.',
    csv: true,
  })
  async vendorPerformance(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: PerformanceQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<PerformanceReportResponse | StreamableFile> {
    const filter = { category: query.category, vendorId: query.vendor_id };
    const request = { ...query.toPageRequest(), ...(csv && EVERY_ROW) };
    const report = await this.performanceReport.of(tenantId, query.toPeriod(), filter, request);
    return csv ? reportFile('vendor-performance', report, query) : report;
  }

  @Get('po-status')
  @Requires('read')
  @Answers(OrderStatusReportResponse, {
    summary: 'Report orders by status',
    description: 'An order counts on the day it was approved; one that never was on the day it was created.',
    csv: true,
  })
  async orderStatus(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: PeriodQuery,
    @PrefersCsv() csv: boolean,
  ): Promise<OrderStatusReportResponse | StreamableFile> {
    const report = await this.orderStatusReport.of(tenantId, query.toPeriod());
    return csv ? reportFile('po-status', report, query) : report;
  }

  @Get('invoice-matching')
  @Requires('read')
  @Answers(MatchingReportResponse, {
    summary: 'Report how invoices matched',
    description: 'Invoices count on their date; cancelled ones do not.',
    csv: true,
  })
  async invoiceMatching(
    @CurrentActor() { tenantId }: Actor,
    @Query() query: PeriodQuery,
    @CurrentLanguage() language: Language,
    @PrefersCsv() csv: boolean,
  ): Promise<MatchingReportResponse | StreamableFile> {
    const report = await this.matchingReport.of(tenantId, query.toPeriod(), language);
    return csv ? reportFile('invoice-matching', report, query) : report;
  }
}
