import { omitUndefined } from '../../../common/records/given';
import type { UserId, VendorId } from '../../../common/records/ids';
import { ListQuery, Parameter } from '../../../platform/http';
import { EXPENSE_TYPES, type ExpenseType } from '../../approvals';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';
import type { OrderFilter, OrderPageRequest, SortKey } from '../queries/order-list';
import {
  APPROVAL_STATUSES,
  type ApprovalStatus,
  FORM_B_STATUSES,
  type FormBStatus,
  approvedStatusesFor,
  statusesFor,
} from './aliases';

const SORTS_A = {
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

const SORTS_B = {
  created_at: 'created',
  request_date: 'created',
  updated_at: 'updated',
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

/** Filters with the same name in both forms, and the sort fields of one form. */
function OrderQuery(sorts: Readonly<Record<string, SortKey>>, search: string) {
  const [first = 'id', ...others] = Object.keys(sorts);

  class OrderQueryBase extends ListQuery({ sortable: [first, ...others], search, updated: true }) {
    @Parameter.id({ description: 'Orders of this vendor.', example: 1 }) vendor_id?: VendorId;
    @Parameter.id({ description: 'Orders of this department.', example: 1 }) department_id?: number;
    @Parameter.id({ description: 'Orders of this project.', example: 1 }) project_id?: number;

    @Parameter.oneOf(EXPENSE_TYPES, { description: 'CAPEX (investments) or OPEX (running costs).', example: 'OPEX' })
    expense_type?: ExpenseType;

    @Parameter.currency({ description: 'Orders in this currency, ISO 4217.', example: 'SAR' }) currency?: string;
    @Parameter.externalId() external_id?: string;

    toOrderPage(): OrderPageRequest {
      const request = this.toPageRequest();
      return { ...request, sort: sorts[request.sort] as SortKey };
    }

    protected filter(): OrderFilter {
      const { vendor_id: vendorId, department_id: departmentId, project_id: projectId, external_id: externalId } = this;
      const { expense_type: expenseType, currency, search: text } = this;
      const updated = this.updated();
      return omitUndefined({
        vendorId,
        departmentId,
        projectId,
        expenseType,
        currency,
        updated,
        externalId,
        search: text,
      });
    }
  }
  return OrderQueryBase;
}

export class OrderListQuery extends OrderQuery(SORTS_A, 'number, vendor name, notes and line descriptions') {
  @Parameter.someOf(ORDER_STATUSES, {
    description: 'Orders in one of these statuses.',
    example: 'pending_approval,approved',
  })
  status?: OrderStatus[];

  @Parameter.id({ description: 'Orders that this user created.', example: 1 }) created_by_id?: UserId;
  @Parameter.day({ description: 'Created on this day (UTC) or later.', example: '2026-03-01' }) created_from?: string;
  @Parameter.day({ description: 'Created on this day (UTC) or earlier.', example: '2026-03-31' }) created_to?: string;
  @Parameter.amount({ description: "Minimum total including VAT, in the order's currency.", example: 1000 })
  min_amount?: number;
  @Parameter.amount({ description: "Maximum total including VAT, in the order's currency.", example: 50000 })
  max_amount?: number;

  toFilter(): OrderFilter {
    const { status: statuses, created_by_id: createdById, created_from: createdFrom, created_to: createdTo } = this;
    const { min_amount: minAmount, max_amount: maxAmount } = this;
    return {
      ...this.filter(),
      ...omitUndefined({ statuses, createdById, createdFrom, createdTo, minAmount, maxAmount }),
    };
  }
}

export class OrderFileQuery extends OrderListQuery {
  @Parameter.bom() bom?: boolean;
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

export class OrderListQueryB extends OrderQuery(SORTS_B, 'number, vendor name, description and line descriptions') {
  @Parameter.someOf(FORM_B_STATUSES, {
    description: 'Orders in one of these statuses. `approved` also finds completed orders.',
    example: 'pending,approved',
  })
  status?: FormBStatus[];

  @Parameter.someOf(APPROVAL_STATUSES, {
    description: 'Orders with one of these approval statuses. A cancelled order retains its approval status.',
    example: 'approved',
  })
  approval_status?: ApprovalStatus[];

  @Parameter.id({ description: 'Orders that this user created.', example: 1 }) requester_id?: UserId;
  @Parameter.id({ description: 'Same as requester_id.', example: 1 }) created_by_id?: UserId;
  @Parameter.day({ description: 'Requested on this day (UTC) or later.', example: '2026-03-01' }) from_date?: string;
  @Parameter.day({ description: 'Requested on this day (UTC) or earlier.', example: '2026-03-31' }) to_date?: string;

  toFilter(): OrderFilter {
    const statuses = this.status && distinct(this.status.flatMap(statusesFor));
    const statusesReached = this.approval_status && distinct(this.approval_status.flatMap(approvedStatusesFor));
    const createdById = this.requester_id ?? this.created_by_id;
    const { from_date: createdFrom, to_date: createdTo } = this;
    return { ...this.filter(), ...omitUndefined({ statuses, statusesReached, createdById, createdFrom, createdTo }) };
  }
}

export class OrderFileQueryB extends OrderListQueryB {
  @Parameter.bom() bom?: boolean;
}
