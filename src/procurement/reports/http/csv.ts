import type { StreamableFile } from '@nestjs/common';
import { type CsvCell, csvFile } from '../../../platform/http';
import type { PeriodResponse } from './answers';

type Row = Readonly<Record<string, CsvCell>>;

const columns = (names: string): readonly string[] => names.split(/\s+/);

/** The columns of each report's CSV file, in their order. */
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

/** The rows of a report as a CSV file named `<report>-<first day>-<last day>.csv`. */
export function reportFile(
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
