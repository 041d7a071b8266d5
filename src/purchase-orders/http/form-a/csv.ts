import type { CsvCell } from '../../../http';
import type { OrderSummaryRow } from '../../queries/order-rows';
import { presentSummary } from './present';

/** Columns of the list as CSV. */
export const CSV_COLUMNS = [
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
] as const;

/** A row of the list as CSV. */
export function presentCsvRow(order: OrderSummaryRow): Record<(typeof CSV_COLUMNS)[number], CsvCell> {
  const { vendor, department, ...rest } = presentSummary(order);
  return {
    ...rest,
    vendor_id: vendor.id,
    vendor_name: vendor.name,
    department_id: department.id,
    department_name: department.name,
  };
}
