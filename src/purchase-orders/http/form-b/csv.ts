import type { CsvCell } from '../../../http';
import type { OrderSummaryRow } from '../../queries/order-rows';
import { presentSummaryB } from './present';

/** Columns of the list as CSV. */
export const CSV_COLUMNS_B = [
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
] as const;

/** A row of the list as CSV. */
export function presentCsvRowB(order: OrderSummaryRow): Record<(typeof CSV_COLUMNS_B)[number], CsvCell> {
  const { vendor, department, ...rest } = presentSummaryB(order);
  return {
    ...rest,
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    department_id: department.id,
    department_name: department.name,
  };
}
