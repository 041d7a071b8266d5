import { type External, EXTERNAL_FIELDS } from '../../../common/records/external';
import { Audited, underApiNames } from '../../../common/records/audited';
import { decimal, ZERO } from '../../../common/money';
import type { OrderId, OrderItemId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import type { PricedLine } from '../domain/totals';
import type { PurchaseOrderAmendment } from './purchase-order-amendment.entity';
import type { PurchaseOrderItem } from './purchase-order-item.entity';
import type { PurchaseOrder } from './purchase-order.entity';

/** What the audit log keeps of an order. */
export const ORDER_FIELDS = new Audited<PurchaseOrder>({
  po_number: 'poNumber',
  status: 'status',
  vendor_id: 'vendorId',
  department_id: 'departmentId',
  project_id: 'projectId',
  created_by_id: 'createdById',
  currency: 'currency',
  expense_type: 'expenseType',
  subtotal: 'subtotal',
  vat_amount: 'vatAmount',
  total_amount: 'totalAmount',
  notes: 'notes',
  delivery_address: 'deliveryAddress',
  expected_delivery_date: 'expectedDeliveryDate',
  current_approval_step: 'currentStep',
  version: 'documentVersion',
  submitted_at: 'submittedAt',
  submitted_by_id: 'submittedById',
  approved_at: 'approvedAt',
  rejected_at: 'rejectedAt',
  rejection_reason: 'rejectionReason',
  cancelled_at: 'cancelledAt',
  cancellation_reason: 'cancellationReason',
  completed_at: 'completedAt',
  closed_at: 'closedAt',
  close_reason: 'closeReason',
  ...EXTERNAL_FIELDS,
});

/** What it keeps of a line; what is received and invoiced of it is in the entries of receipts and invoices. */
export const LINE_FIELDS = new Audited<PurchaseOrderItem>({
  line_number: 'lineNumber',
  description: 'description',
  quantity: 'quantity',
  unit: 'unit',
  unit_price: 'unitPrice',
  vat_rate: 'vatRate',
  vat_amount: 'vatAmount',
  total: 'totalAmount',
  closed_quantity: 'closedQuantity',
  ...EXTERNAL_FIELDS,
});

/** A line as it was before a statement changed it; its figures are text. */
export type LineBefore = Pick<PurchaseOrderItem, 'id' | 'lineNumber' | 'description' | 'unit' | keyof External> &
  Readonly<Record<'quantity' | 'unitPrice' | 'vatRate' | 'vatAmount' | 'totalAmount' | 'closedQuantity', string>>;

/** Columns of a {@link LineBefore} of a line `before`. */
export const LINE_BEFORE = `before.id, before.line_number AS "lineNumber", before.description, before.quantity, before.unit,
  before.unit_price AS "unitPrice", before.vat_rate AS "vatRate", before.vat_amount AS "vatAmount",
  before.total_amount AS "totalAmount", before.closed_quantity AS "closedQuantity",
  before.external_id AS "externalId", before.metadata`;

/** Notes new lines for the next audit entry of their order. */
export function noteAddedLines(
  tx: Transaction,
  orderId: OrderId,
  lines: readonly PricedLine[],
  ids: ReadonlyMap<number, OrderItemId>,
): void {
  for (const line of lines) {
    const id = ids.get(line.line.lineNumber);
    if (id !== undefined) noteLine(tx, orderId, id, null, { ...writtenOf(line), closedQuantity: ZERO });
  }
}

/** Notes stored lines that were written anew. */
export function noteChangedLines(
  tx: Transaction,
  orderId: OrderId,
  before: readonly LineBefore[],
  lines: readonly PricedLine[],
): void {
  const written = new Map(lines.map((line) => [line.line.id, line]));
  for (const row of before) {
    const line = written.get(row.id);
    const stood = lineOf(row);
    if (line) noteLine(tx, orderId, row.id, stood, { ...stood, ...writtenOf(line) });
  }
}

/** Notes what a close took off lines. */
export function noteClosedLines(
  tx: Transaction,
  orderId: OrderId,
  rows: readonly (LineBefore & { readonly closedNow: string })[],
): void {
  for (const row of rows) {
    const stood = lineOf(row);
    noteLine(tx, orderId, row.id, stood, { ...stood, closedQuantity: decimal(row.closedNow) });
  }
}

/** Notes what other systems know a line by now. */
export function noteLineExternal(tx: Transaction, item: PurchaseOrderItem, changes: Partial<External>): void {
  noteLine(tx, item.purchaseOrderId, item.id, item, { ...item, ...changes });
}

/** Notes a line that was removed. */
export function noteRemovedLine(tx: Transaction, orderId: OrderId, row: LineBefore): void {
  noteLine(tx, orderId, row.id, lineOf(row), null);
}

function noteLine(
  tx: Transaction,
  orderId: OrderId,
  id: OrderItemId,
  before: Partial<PurchaseOrderItem> | null,
  after: Partial<PurchaseOrderItem> | null,
): void {
  tx.changed.note('purchase_order', orderId, LINE_FIELDS, before, after, { list: 'lines', id });
}

function lineOf(row: LineBefore): Partial<PurchaseOrderItem> {
  return {
    lineNumber: row.lineNumber,
    description: row.description,
    unit: row.unit,
    quantity: decimal(row.quantity),
    unitPrice: decimal(row.unitPrice),
    vatRate: decimal(row.vatRate),
    vatAmount: decimal(row.vatAmount),
    totalAmount: decimal(row.totalAmount),
    closedQuantity: decimal(row.closedQuantity),
    externalId: row.externalId,
    metadata: row.metadata,
  };
}

function writtenOf({ line: { id: _, ...line }, amounts }: PricedLine): Partial<PurchaseOrderItem> {
  return { ...line, vatAmount: amounts.vat, totalAmount: amounts.total };
}

/** What it keeps of an amendment, in the entries of its order. */
export const AMENDMENT_FIELDS = new Audited<PurchaseOrderAmendment>({
  number: 'amendmentNumber',
  status: 'status',
  reason: 'reason',
  items: ({ changes }) => changes?.items.map(underApiNames),
  expected_delivery_date: ({ changes }) => changes?.expectedDeliveryDate,
  notes: ({ changes }) => changes?.notes,
  total_before: 'totalBefore',
  total_after: 'totalAfter',
  current_approval_step: 'currentStep',
  created_by_id: 'createdById',
  decided_at: 'decidedAt',
  decision_reason: 'decisionReason',
});
