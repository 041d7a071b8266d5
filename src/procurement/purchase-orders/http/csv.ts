import type { CsvCell } from '../../../platform/http';
import type { OrderSummaryResponse, OrderSummaryResponseB } from './answers';

/** One column per summary field, two each for vendor and department. */
type Column<Summary> =
  Exclude<keyof Summary, 'vendor' | 'department'> | 'vendor_id' | 'vendor_name' | 'department_id' | 'department_name';

export const CSV_COLUMNS = {
  a: [
    'id',
    'po_number',
    'status',
    'vendor_id',
    'vendor_name',
    'department_id',
    'department_name',
    'currency',
    'subtotal',
    'vat_amount',
    'total_amount',
    'created_at',
    'approved_at',
    'external_id',
    'metadata',
  ] satisfies Column<OrderSummaryResponse>[],
  b: [
    'id',
    'po_number',
    'vendor_id',
    'vendor_name',
    'department_id',
    'department_name',
    'total_inc_vat',
    'currency',
    'status',
    'approval_status',
    'request_date',
    'required_date',
    'created_at',
    'external_id',
    'metadata',
  ] satisfies Column<OrderSummaryResponseB>[],
};

/** The metadata cell is JSON, or empty. */
export function csvRow(order: OrderSummaryResponse | OrderSummaryResponseB): Record<string, CsvCell> {
  const { vendor, department, metadata, ...rest } = order;
  return {
    ...rest,
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    department_id: department.id,
    department_name: department.name,
  };
}
