import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { External } from '../../../common/records/external';
import type { OrderId, OrderItemId, TenantId, UserId } from '../../../common/records/ids';
import { type Decimal, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { MAX_COMMENT, MAX_NOTES } from '../../../platform/validation';
import type { Delivery } from '../domain/over-receipt';
import { RECEIPT_STATUSES, type ReceiptStatus, type ReturnedLine } from '../domain/receipt';
import { Audited } from '../../../common/records/audited';
import { decimal, ZERO } from '../../../common/money';
import type { Transaction } from '../../../platform/database';

export class WrittenReceipt extends ExternalFields {
  /** Time of the delivery. `createdAt` is the time of posting. */
  @RecordField.instant({
    request: { description: 'Time of the delivery, at most one day in the future. Default: now.' },
  })
  receivedAt: Date;

  @RecordField.text({ nullable: true }) deliveryNoteNumber: string | null;
  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) notes: string | null;
}

export class ShownReceipt extends WrittenReceipt {
  @RecordField.id() id: number;
  @RecordField.text({ example: 'GR-2026-000001' }) grNumber: string;
  @RecordField.oneOf({ values: RECEIPT_STATUSES }) status: ReceiptStatus;
  @RecordField.text({ nullable: true }) cancellationReason: string | null;
  @RecordField.instant({ nullable: true }) cancelledAt: Date | null;
  @RecordField.instant({ audited: false }) createdAt: Date;
  @RecordField.instant({ audited: false }) updatedAt: Date;
}

/** Fields that lists do not show. */
export const RECEIPT_DETAILS = ['notes', 'cancellationReason', 'cancelledAt'] as const;

/** A posted receipt is never edited; a wrong one is cancelled. */
@Entity('goods_receipts')
@Unique(['tenantId', 'grNumber'])
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'createdAt', 'id'])
@Check('ck_goods_receipts_status', `status IN ('posted', 'cancelled')`)
@Index('uq_goods_receipts_external_id', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'cancelledById'], ['tenantId', 'id'])
export class GoodsReceipt extends ShownReceipt {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() purchaseOrderId: OrderId;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @RefColumn({ nullable: true }) cancelledById: UserId | null;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** Request fields of a line, besides the order line. */
export class WrittenReceiptLine {
  @RecordField.quantity() quantityReceived: Decimal;
  @RecordField.quantity({ zero: true, columnDefault: 0 }) quantityRejected: Decimal;

  @RecordField.text({
    nullable: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Reason for the rejection. Required for a rejected quantity, null without one.',
    example: 'Bags torn',
  })
  rejectionReason: string | null;
}

export class ShownReceiptLine extends WrittenReceiptLine {
  @RecordField.id() id: number;

  /** Total of all later returns. */
  @RecordField.quantity({ columnDefault: 0 }) quantityReturned: Decimal;
}

@Entity('goods_receipt_items')
@Unique(['tenantId', 'goodsReceiptId', 'purchaseOrderItemId'])
@Index(['tenantId', 'purchaseOrderItemId'])
@Check(
  'ck_goods_receipt_items_quantities',
  `quantity_received > 0 AND quantity_rejected >= 0 AND quantity_returned >= 0
  AND quantity_rejected + quantity_returned <= quantity_received`,
)
@ForeignKey('GoodsReceipt', ['tenantId', 'goodsReceiptId'], ['tenantId', 'id'])
@ForeignKey('PurchaseOrderItem', ['tenantId', 'purchaseOrderItemId'], ['tenantId', 'id'])
export class GoodsReceiptItem extends ShownReceiptLine {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() goodsReceiptId: number;
  @RefColumn() purchaseOrderItemId: OrderItemId;
}

const RECEIPT_FIELDS = auditedOf(GoodsReceipt, {
  purchase_order_id: 'purchaseOrderId',
  created_by_id: 'createdById',
  cancelled_by_id: 'cancelledById',
});

const LINE_FIELDS = new Audited<GoodsReceiptItem>({
  item_id: 'purchaseOrderItemId',
  quantity_received: 'quantityReceived',
  quantity_rejected: 'quantityRejected',
  quantity_returned: 'quantityReturned',
  rejection_reason: 'rejectionReason',
});

interface Return {
  readonly reason: string;
  readonly by: UserId | number | null;
  readonly lines: readonly ReturnedLine[];
}

const RETURN_FIELDS = new Audited<Return>({
  reason: 'reason',
  created_by_id: 'by',
  lines: ({ lines }) =>
    lines?.map(({ orderLineId, quantity }) => ({ item_id: orderLineId, quantity: Number(quantity) })),
});

/** A receipt line as returned by the INSERT or UPDATE. */
export interface WrittenLine {
  readonly id: number;
  readonly item_id: OrderItemId;
  /** Total returned quantity after a return, as text. */
  readonly returned?: string;
}

/** Records a new receipt with its lines for its next audit entry. */
export function noteReceipt(
  tx: Transaction,
  id: number,
  { orderId, lines, ...receipt }: Partial<GoodsReceipt> & Pick<Delivery, 'lines'> & { readonly orderId: OrderId },
  written: readonly WrittenLine[],
): void {
  const whole = { ...receipt, purchaseOrderId: orderId, status: 'posted' } as const;
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, null, whole);
  const arrived = new Map<number, Delivery['lines'][number]>(lines.map((line) => [line.orderLineId, line]));
  for (const { id: lineId, item_id: purchaseOrderItemId } of written) {
    const line = arrived.get(purchaseOrderItemId);
    const { received: quantityReceived = ZERO, rejected: quantityRejected = ZERO, rejectionReason = null } = line ?? {};
    const after = { purchaseOrderItemId, quantityReceived, quantityRejected, quantityReturned: ZERO, rejectionReason };
    tx.changed.note('goods_receipt', id, LINE_FIELDS, null, after, { list: 'lines', id: lineId });
  }
}

/** A posted receipt has at most one further write: its cancellation. */
export function noteReceiptChange(tx: Transaction, id: number, changes: Partial<GoodsReceipt>): void {
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, changes.status ? { status: 'posted' } : {}, changes);
}

export function noteReceiptExternal(tx: Transaction, id: number, before: External, changes: Partial<External>): void {
  const { externalId, metadata } = before;
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, { externalId, metadata }, { externalId, metadata, ...changes });
}

/** Notes a return and the changed quantities of the receipt lines for the next audit entry of the receipt. */
export function noteReturn(
  tx: Transaction,
  receiptId: number,
  { id, ...back }: Return & { readonly id: number },
  taken: readonly WrittenLine[],
): void {
  tx.changed.note('goods_receipt', receiptId, RETURN_FIELDS, null, back, { list: 'returns', id });
  const quantities = new Map(back.lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]));
  for (const { id: lineId, item_id, returned = '0' } of taken) {
    const quantityReturned = decimal(returned);
    const before = { quantityReturned: quantityReturned.minus(quantities.get(item_id) ?? ZERO) };
    const line = { list: 'lines', id: lineId };
    tx.changed.note('goods_receipt', receiptId, LINE_FIELDS, before, { quantityReturned }, line);
  }
}
