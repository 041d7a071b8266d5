import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderItemId, TenantId } from '../../common/records/ids';
import { type Decimal, IdColumn, QuantityColumn, RefColumn, TenantColumn } from '../../database/columns';

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
