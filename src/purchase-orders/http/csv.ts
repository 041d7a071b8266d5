import type { CsvCell } from '../../http';
import type { OrderSummaryOut } from './form-a/answers';
import type { OrderSummaryOutB } from './form-b/answers';

/** A column for each field of a summary, and two for its vendor and its department. */
type Column<Summary> =
  Exclude<keyof Summary, 'vendor' | 'department'> | 'vendor_id' | 'vendor_name' | 'department_id' | 'department_name';

/** Columns of the list as CSV, in each form. */
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
  ] satisfies Column<OrderSummaryOut>[],
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
  ] satisfies Column<OrderSummaryOutB>[],
};

/** A summary as a row of the CSV. */
export function csvRow({
  vendor,
  department,
  ...rest
}: OrderSummaryOut | OrderSummaryOutB): Readonly<Record<string, CsvCell>> {
  return {
    ...rest,
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    department_id: department.id,
    department_name: department.name,
  };
}
