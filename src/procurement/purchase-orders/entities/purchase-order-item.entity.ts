import { Check, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { External } from '../../../common/records/external';
import type { OrderId, OrderItemId, TenantId } from '../../../common/records/ids';
import { type Decimal, QuantityColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { decimal, ZERO } from '../../../common/money';
import type { Transaction } from '../../../platform/database';
import { auditedOf, ExternalFields, RecordField, type RowOf, selectSql } from '../../../platform/records';
import { MAX_COMMENT } from '../../../platform/validation';
import type { PricedLine } from '../domain/totals';

/** Fields that clients write. */
export class WrittenLine extends ExternalFields {
  @RecordField.text({ max: MAX_COMMENT, multiline: true, example: 'A4 paper, 80 g' }) description: string;
  @RecordField.quantity({ example: 10 }) quantity: Decimal;
  @RecordField.text({ nullable: true, max: 50, example: 'box' }) unit: string | null;
  @RecordField.unitPrice({ example: 25.5 }) unitPrice: Decimal;

  @RecordField.percent({
    description: 'Percent.',
    example: 15,
    request: { description: "Percent. Default of a new line: the tenant's default rate." },
  })
  vatRate: Decimal;
}

/** Fields that responses contain. */
export class ShownLine extends WrittenLine {
  @RecordField.id() id: OrderItemId;

  /** Counts from 1. A removed line leaves a gap, so that line numbers never change. */
  @RecordField.integer({ min: 1, max: Number.MAX_SAFE_INTEGER, example: 1 }) lineNumber: number;

  @RecordField.amount({ audited: false, example: 255 }) netAmount: Decimal;
  @RecordField.amount({ example: 38.25 }) vatAmount: Decimal;
  @RecordField.amount({ audited: false, description: "Including VAT, in the order's currency.", example: 293.25 })
  totalAmount: Decimal;

  /** Derived from receipts by `OrderProgressService.settle`. */
  @RecordField.quantity({
    audited: false,
    columnDefault: 0,
    description: 'Accepted minus returned quantity.',
    example: 0,
  })
  receivedQuantity: Decimal;

  /** Derived from invoices by `OrderProgressService.settle`. */
  @RecordField.quantity({
    audited: false,
    columnDefault: 0,
    description: 'Quantity on approved invoices, minus line credits.',
    example: 0,
  })
  invoicedQuantity: Decimal;

  @RecordField.quantity({
    columnDefault: 0,
    description: 'Quantity that closing the order took off the line.',
    example: 0,
  })
  closedQuantity: Decimal;
}

@Entity('purchase_order_items')
@Unique(['tenantId', 'purchaseOrderId', 'lineNumber'])
@Check('ck_purchase_order_items_quantity', `quantity > 0 AND closed_quantity BETWEEN 0 AND quantity`)
@Check('ck_purchase_order_items_total', `total_amount = net_amount + vat_amount`)
@Index('ix_purchase_order_items_text', { synchronize: false })
@Index('uq_purchase_order_items_external_id', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class PurchaseOrderItem extends ShownLine {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() purchaseOrderId: OrderId;

  /** Part of the closed quantity closed after the expected day; null for closes older than this column. */
  @QuantityColumn({ nullable: true }) closedLateQuantity: Decimal | null;
}

/** Audited fields of a line. Audit entries of receipts and invoices contain its received and invoiced quantities. */
const LINE_FIELDS = auditedOf(PurchaseOrderItem, { total: 'totalAmount' });

const LINE_FIGURES = ['quantity', 'unitPrice', 'vatRate', 'vatAmount', 'totalAmount', 'closedQuantity'] as const;

/** A line before a statement changed it; amounts and quantities are text. */
export type LineBefore = RowOf<ShownLine>;

/** Columns of a {@link LineBefore} of a line `before`. */
export const LINE_BEFORE = selectSql(ShownLine, 'before');

/** These functions record changes of lines for the next audit entry of their order. */
export function noteAddedLines(
  tx: Transaction,
  orderId: OrderId,
  lines: readonly PricedLine[],
  ids: ReadonlyMap<number, OrderItemId>,
): void {
  for (const line of lines) {
    const id = ids.get(line.line.lineNumber);
    if (id !== undefined) noteLine(tx, orderId, id, null, writtenOf(line, id, ZERO));
  }
}

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
    if (!line) continue;
    const after = { ...stood, ...writtenOf(line, row.id, decimal(row.closedQuantity)) };
    noteLine(tx, orderId, row.id, stood, after);
  }
}

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

export function noteLineExternal(tx: Transaction, item: PurchaseOrderItem, changes: Partial<External>): void {
  noteLine(tx, item.purchaseOrderId, item.id, item, { ...item, ...changes });
}

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
  const figures = LINE_FIGURES.map((figure) => [figure, decimal(row[figure])]);
  return { ...row, ...Object.fromEntries(figures) } as Partial<PurchaseOrderItem>;
}

function writtenOf(
  { line, amounts }: PricedLine,
  id: OrderItemId,
  closedQuantity: Decimal,
): Partial<PurchaseOrderItem> {
  return { ...line, id, vatAmount: amounts.vat, totalAmount: amounts.total, closedQuantity };
}
