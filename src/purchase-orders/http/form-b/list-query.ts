import { EXPENSE_TYPES, type ExpenseType } from '../../../approvals';
import { given } from '../../../common/records/given';
import type { VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../http';
import type { OrderFilter, SortKey } from '../../queries/order-filters';
import type { OrderPageRequest } from '../../queries/purchase-orders.queries';
import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  FORM_B_STATUSES,
  type FormBStatus,
  standingsFor,
  statusesFor,
} from './status';

const SORTS = {
  created_at: 'created',
  request_date: 'created',
  required_date: 'expected',
  po_number: 'number',
  status: 'status',
  vendor: 'vendor',
  department: 'department',
  currency: 'currency',
  total_ex_vat: 'subtotal',
  total_vat: 'vat',
  total_inc_vat: 'total',
  id: 'id',
} as const satisfies Record<string, SortKey>;

/** Filters, sort and page of Form B's list. */
export class OrderListQueryB extends ListQuery({
  sortable: Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]],
  search: "number, vendor's name, description and the lines' descriptions",
}) {
  @Parameter.oneOf(FORM_B_STATUSES, { description: 'approved finds completed orders too.' }) status?: FormBStatus;

  @Parameter.oneOf(APPROVAL_STATUSES, { description: 'A cancelled order has the one it had.' })
  approval_status?: ApprovalStatus;

  @Parameter.id() department_id?: number;
  @Parameter.id() vendor_id?: VendorId;
  @Parameter.id() project_id?: number;
  @Parameter.oneOf(EXPENSE_TYPES) expense_type?: ExpenseType;
  @Parameter.day({ description: 'Requested on this day (UTC) or later.' }) from_date?: string;
  @Parameter.day({ description: 'Requested on this day (UTC) or earlier.' }) to_date?: string;

  toFilter(): OrderFilter {
    return given({
      statuses: this.status && statusesFor(this.status),
      standings: this.approval_status && standingsFor(this.approval_status),
      vendorId: this.vendor_id,
      departmentId: this.department_id,
      projectId: this.project_id,
      expenseType: this.expense_type,
      createdFrom: this.from_date,
      createdTo: this.to_date,
      search: this.search,
    });
  }

  toOrderPage(): OrderPageRequest {
    const { page, perPage, sort, order } = this.toPageRequest();
    return { page, perPage, sort: SORTS[sort as keyof typeof SORTS], order };
  }
}
