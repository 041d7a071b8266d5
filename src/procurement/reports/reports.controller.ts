import { Get, type StreamableFile } from '@nestjs/common';
import type { Actor } from '../../common/actor';
import type { Language } from '../../messages';
import {
  Answers,
  BothForms,
  type CsvCell,
  csvFile,
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
  type PeriodResponse,
  SpendingReportResponse,
} from './http/answers';
import { MatchingReport } from './matching-report.sql';
import { OrderStatusReport } from './order-status-report';
import { PerformanceReport } from './performance/performance-report';
import { PerformanceQuery, PeriodQuery, SHOWN_VENDORS, SpendingQuery } from './http/requests';
import { SpendingReport } from './spending/spending-report';

const columns = (names: string): readonly string[] => names.split(/\s+/);

const CSV_COLUMNS = {
  spending: columns('key id name currency po_count po_total invoice_count invoiced_total paid_total share_pct'),
  'po-status': columns('status currency count total_amount'),
  'invoice-matching': columns('match_status currency count total average_po_variance_pct average_gr_variance_pct'),
  'vendor-performance': columns(
    `vendor_id name category status performance_score overall_score delivery_score on_time_percentage average_days
     quality_score defect_rate return_rate pricing_score competitiveness responsiveness_score average_response_hours
     total_orders total_spend currency`,
  ),
};

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
    summary: 'Get the spending report',
    description:
      'Orders count on the day of their approval, invoices on their date, payments on their payment day. Grouped by ' +
      'vendor, it lists the largest vendors and the total of all others; the CSV file lists all vendors.',
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
    summary: 'Get the vendor performance report',
    description: 'The CSV file contains all vendors; page and per_page do not apply.',
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
    summary: 'Get the order status report',
    description: 'An order counts on the day of its approval, or on the day of its creation if it was never approved.',
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
    summary: 'Get the invoice matching report',
    description: 'Invoices count on their invoice date. Cancelled invoices do not count.',
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

type Row = Readonly<Record<string, CsvCell>>;

/** A CSV file named `<report>-<first day>-<last day>.csv`. */
function reportFile(
  report: keyof typeof CSV_COLUMNS,
  { filters, rows }: { readonly filters: PeriodResponse; readonly rows: readonly object[] },
  options: { readonly bom?: boolean | undefined },
): Promise<StreamableFile> {
  const name = `${report}-${filters.from_date}-${filters.to_date}.csv`;
  return csvFile(name, CSV_COLUMNS[report], each(rows as readonly Row[]), options);
}

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield await Promise.resolve(row);
}
