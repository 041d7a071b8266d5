import { EXPENSE_TYPES, type ExpenseType } from '../../../approvals';
import { given } from '../../../common/records/given';
import type { VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../http';
import { ORDER_STATUSES, type OrderStatus } from '../../domain/lifecycle';
import type { OrderFilter, SortKey } from '../../queries/order-filters';
import type { OrderPageRequest } from '../../queries/purchase-orders.queries';

const SORTS = {
  created_at: 'created',
  updated_at: 'updated',
  approved_at: 'approved',
  expected_delivery_date: 'expected',
  po_number: 'number',
  status: 'status',
  vendor: 'vendor',
  department: 'department',
  currency: 'currency',
  subtotal: 'subtotal',
  vat_amount: 'vat',
  total_amount: 'total',
  id: 'id',
} as const satisfies Record<string, SortKey>;

/** Filters, sort and page of Form A's list. */
export class OrderListQuery extends ListQuery({
  sortable: Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]],
  search: "number, vendor's name, notes and line descriptions",
}) {
  @Parameter.oneOf(ORDER_STATUSES) status?: OrderStatus;
  @Parameter.id() vendor_id?: VendorId;
  @Parameter.id() department_id?: number;
  @Parameter.id() project_id?: number;
  @Parameter.oneOf(EXPENSE_TYPES) expense_type?: ExpenseType;
  @Parameter.day({ description: 'Created on this day (UTC) or later.' }) created_from?: string;
  @Parameter.day({ description: 'Created on this day (UTC) or earlier.' }) created_to?: string;
  @Parameter.amount({ description: 'Total, VAT included, at least.' }) min_amount?: number;
  @Parameter.amount({ description: 'Total, VAT included, at most.' }) max_amount?: number;

  toFilter(): OrderFilter {
    return given({
      statuses: this.status && [this.status],
      vendorId: this.vendor_id,
      departmentId: this.department_id,
      projectId: this.project_id,
      expenseType: this.expense_type,
      createdFrom: this.created_from,
      createdTo: this.created_to,
      minAmount: this.min_amount,
      maxAmount: this.max_amount,
      search: this.search,
    });
  }

  toOrderPage(): OrderPageRequest {
    const { page, perPage, sort, order } = this.toPageRequest();
    return { page, perPage, sort: SORTS[sort as keyof typeof SORTS], order };
  }
}
