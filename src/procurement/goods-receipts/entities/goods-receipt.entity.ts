import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { type External, EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { OrderId, OrderItemId, TenantId, UserId } from '../../../common/records/ids';
import {
  type Decimal,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { ReceiptStatus, ReturnedLine } from '../domain/receipt';
import { Audited } from '../../../common/records/audited';
import { decimal, ZERO } from '../../../common/money';
import type { Transaction } from '../../../platform/database';

/** A delivery against an order, as it was taken in. Posted once, never edited; a wrong one is cancelled. */
@Entity('goods_receipts')
@Unique(['tenantId', 'grNumber'])
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'createdAt', 'id'])
@Check('ck_goods_receipts_status', `status IN ('posted', 'cancelled')`)
@Index('uq_goods_receipts_external_id', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'cancelledById'], ['tenantId', 'id'])
export class GoodsReceipt {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** GR-2026-000042. */
  @Column({ type: 'text' }) grNumber: string;

  @RefColumn() purchaseOrderId: OrderId;
  @Column({ type: 'text' }) status: ReceiptStatus;

  /** When the goods came; `createdAt` is when the receipt was posted. */
  @InstantColumn() receivedAt: Date;

  @Column({ type: 'text', nullable: true }) deliveryNoteNumber: string | null;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn({ nullable: true }) cancelledAt: Date | null;
  @RefColumn({ nullable: true }) cancelledById: UserId | null;
  @Column({ type: 'text', nullable: true }) cancellationReason: string | null;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What a delivery brought of one line of the order. */
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
export class GoodsReceiptItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() goodsReceiptId: number;
  @RefColumn() purchaseOrderItemId: OrderItemId;
  @QuantityColumn() quantityReceived: Decimal;
  @QuantityColumn({ default: 0 }) quantityRejected: Decimal;

  /** Sent back since, over all returns. */
  @QuantityColumn({ default: 0 }) quantityReturned: Decimal;

  @Column({ type: 'text', nullable: true }) rejectionReason: string | null;
}

/** What the audit log keeps of a receipt. */
const RECEIPT_FIELDS = new Audited<GoodsReceipt>({
  gr_number: 'grNumber',
  status: 'status',
  purchase_order_id: 'purchaseOrderId',
  received_at: 'receivedAt',
  delivery_note_number: 'deliveryNoteNumber',
  notes: 'notes',
  created_by_id: 'createdById',
  cancelled_at: 'cancelledAt',
  cancelled_by_id: 'cancelledById',
  cancellation_reason: 'cancellationReason',
  ...EXTERNAL_FIELDS,
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

/** A line of a receipt as a statement wrote it. */
export interface WrittenLine {
  readonly id: number;
  readonly item_id: OrderItemId;
  /** Of a return: how much is returned now, as text. */
  readonly returned?: string;
}

/** What a new line brought. */
interface ArrivedLine {
  readonly orderLineId: number;
  readonly received: Decimal;
  readonly rejected: Decimal;
  readonly rejectionReason: string | null;
}

/** Notes a new receipt with its lines for its next audit entry. */
export function noteReceipt(
  tx: Transaction,
  id: number,
  {
    orderId,
    lines,
    ...receipt
  }: Partial<GoodsReceipt> & {
    readonly orderId: GoodsReceipt['purchaseOrderId'];
    readonly lines: readonly ArrivedLine[];
  },
  written: readonly WrittenLine[],
): void {
  const whole = { ...receipt, purchaseOrderId: orderId, status: 'posted' } as const;
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, null, whole);
  const arrived = new Map<number, ArrivedLine>(lines.map((line) => [line.orderLineId, line]));
  for (const { id: lineId, item_id: purchaseOrderItemId } of written) {
    const line = arrived.get(purchaseOrderItemId);
    const { received: quantityReceived = ZERO, rejected: quantityRejected = ZERO, rejectionReason = null } = line ?? {};
    const after = { purchaseOrderItemId, quantityReceived, quantityRejected, quantityReturned: ZERO, rejectionReason };
    tx.changed.note('goods_receipt', id, LINE_FIELDS, null, after, { list: 'lines', id: lineId });
  }
}

/** Notes what changes of a posted receipt: it is written once more at most, when it is cancelled. */
export function noteReceiptChange(tx: Transaction, id: number, changes: Partial<GoodsReceipt>): void {
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, changes.status ? { status: 'posted' } : {}, changes);
}

/** Notes what other systems know a receipt by now. */
export function noteReceiptExternal(tx: Transaction, id: number, before: External, changes: Partial<External>): void {
  const { externalId, metadata } = before;
  tx.changed.note('goods_receipt', id, RECEIPT_FIELDS, { externalId, metadata }, { externalId, metadata, ...changes });
}

/** Notes a return of a receipt, and what it took off the receipt's lines. */
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
    tx.changed.note(
      'goods_receipt',
      receiptId,
      LINE_FIELDS,
      before,
      { quantityReturned },
      { list: 'lines', id: lineId },
    );
  }
}
