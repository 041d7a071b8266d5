import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { Metadata } from '../../../common/records/external';
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
import type { ReceiptStatus } from '../domain/receipt';

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
