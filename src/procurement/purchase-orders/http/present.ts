import {
  type ApprovalSides,
  pendingApprovers,
  type PendingApproverResponse,
  presentPendingApprover,
  type StepRow,
} from '../../approvals';
import type { Language } from '../../../messages';
import { sayWarnings } from '../../../common/warnings';
import { toNumber } from '../../../common/money';
import type { CsvCell } from '../../../platform/http';
import { withInitialValues } from '../../../organisation/tenants';
import type { OrderStatus } from '../domain/lifecycle';
import { lineProgress } from '../domain/progress';
import type { OrderTotals } from '../domain/totals';
import type { ChangedOrder, Deciders, ItemRow } from '../queries/order-rows';
import type { ItemOrderResponse, ItemResponse, LineFieldsResponse, OrderCourseResponse } from './answers';
import type { OrderSummaryResponse } from './form-a/answers';
import type { OrderSummaryResponseB } from './form-b/answers';

/** What both forms call alike in a line: of an amendment's, for which a copy more does not matter. */
export function presentLineFields(item: ItemRow): LineFieldsResponse {
  return {
    id: item.id,
    line_number: item.line_number,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    vat_rate: item.vat_rate,
    vat_amount: item.vat_amount,
  };
}

/** A line under Form A's names, in one literal: a line built of copies takes six times as long. */
export function presentItem(item: ItemRow, status: OrderStatus): ItemResponse {
  const { received_quantity, invoiced_quantity, open_quantity } = presentProgress(item, status);
  return {
    id: item.id,
    line_number: item.line_number,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit,
    unit_price: item.unit_price,
    vat_rate: item.vat_rate,
    vat_amount: item.vat_amount,
    total: item.total_amount,
    received_quantity,
    invoiced_quantity,
    closed_quantity: item.closed_quantity,
    open_quantity,
    external_id: item.external_id,
    metadata: item.metadata,
  };
}

/** Quantities of a line's progress, as both forms show them. Nothing is open of a completed order: not even a free line is billed. */
export function presentProgress(
  item: ItemRow,
  status: OrderStatus,
): Pick<ItemResponse, 'received_quantity' | 'invoiced_quantity' | 'open_quantity'> {
  const { received, invoiced, open } = lineProgress({
    itemId: item.id,
    quantity: item.quantity,
    closedQuantity: item.closed_quantity,
    accepted: item.received_quantity,
    billed: item.invoiced_quantity,
  });
  return {
    received_quantity: toNumber(received),
    invoiced_quantity: toNumber(invoiced),
    open_quantity: status === 'completed' ? 0 : toNumber(open),
  };
}

/** What an order comes to. */
export function presentTotals({ subtotal, vat, total }: OrderTotals): Omit<ItemOrderResponse, 'id'> {
  return { subtotal: toNumber(subtotal), vat_amount: toNumber(vat), total_amount: toNumber(total) };
}

/** The last fields of a whole order, which both forms call alike: its audit trail, who may decide, its dates and reasons. */
export function presentCourse(
  { order, deciders, warnings = [] }: ChangedOrder,
  language: Language,
): OrderCourseResponse {
  return {
    audit_trail: order.audit_trail,
    current_approval_step: order.current_step,
    pending_approvers: presentPending(order.department.id, order.steps, deciders),
    version: order.document_version,
    external_id: order.external_id,
    metadata: order.metadata,
    created_at: order.created_at,
    updated_at: order.updated_at,
    submitted_at: order.submitted_at,
    approved_at: order.approved_at,
    rejected_at: order.rejected_at,
    rejection_reason: order.rejection_reason,
    cancelled_at: order.cancelled_at,
    cancellation_reason: order.cancellation_reason,
    completed_at: order.completed_at,
    closed_at: order.closed_at,
    close_reason: order.close_reason,
    ...sayWarnings(warnings, language),
  };
}

/** Who may decide now what was asked for; nobody unless it waits for approval. */
export function presentPending(
  departmentId: number,
  steps: readonly StepRow[],
  deciders: Deciders | undefined,
): PendingApproverResponse[] {
  if (!deciders) return [];
  const { people, barredIds } = deciders;
  const sides: ApprovalSides = { barredIds, departmentId };
  const settings = withInitialValues(deciders.settings);
  return pendingApprovers(sides, steps, people, settings).map(presentPendingApprover);
}

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

/** A summary as a row of the CSV; its metadata is JSON, or an empty cell. */
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
