import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { type External, EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { OrderId, OrderItemId, TenantId } from '../../../common/records/ids';
import {
  AmountColumn,
  Decimal,
  ExternalIdColumn,
  IdColumn,
  MetadataColumn,
  PercentColumn,
  PriceColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { Audited } from '../../../common/records/audited';
import { decimal, ZERO } from '../../../common/money';
import type { Transaction } from '../../../platform/database';
import type { PricedLine } from '../domain/totals';

/** A line of a purchase order, with how far it has come. */
@Entity('purchase_order_items')
@Unique(['tenantId', 'purchaseOrderId', 'lineNumber'])
@Check('ck_purchase_order_items_quantity', `quantity > 0 AND closed_quantity BETWEEN 0 AND quantity`)
@Check('ck_purchase_order_items_total', `total_amount = net_amount + vat_amount`)
@Index('ix_purchase_order_items_text', { synchronize: false })
@Index('uq_purchase_order_items_external_id', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class PurchaseOrderItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: OrderItemId;
  @RefColumn() purchaseOrderId: OrderId;

  /** From 1; a removed line leaves a gap, so that a line keeps the number people call it by. */
  @Column({ type: 'int' }) lineNumber: number;

  @Column({ type: 'text' }) description: string;
  @QuantityColumn() quantity: Decimal;
  @Column({ type: 'text', nullable: true }) unit: string | null;
  @PriceColumn() unitPrice: Decimal;
  @PercentColumn() vatRate: Decimal;
  @AmountColumn() netAmount: Decimal;
  @AmountColumn() vatAmount: Decimal;
  @AmountColumn() totalAmount: Decimal;

  /** What a short close took off the quantity. */
  @QuantityColumn({ default: 0 }) closedQuantity: Decimal;

  /** The part of it that was closed after the expected day; null for a close from before this was recorded. */
  @QuantityColumn({ nullable: true }) closedLateQuantity: Decimal | null;

  /** Accepted less returned: kept from the receipts by `OrderProgressService.settle`, never set by hand. */
  @QuantityColumn({ default: 0 }) receivedQuantity: Decimal;

  /** On approved invoices less line credits: kept from the invoices by `OrderProgressService.settle`, never set by hand. */
  @QuantityColumn({ default: 0 }) invoicedQuantity: Decimal;

  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
}

/** What it keeps of a line; what is received and invoiced of it is in the entries of receipts and invoices. */
const LINE_FIELDS = new Audited<PurchaseOrderItem>({
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
