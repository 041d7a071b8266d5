import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderId, TenantId, UserId } from '../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../database/columns';
import type { ReceiptStatus } from '../domain/receipt-status';

/** A delivery against an order, as it was taken in. Posted once, never edited; a wrong one is cancelled. */
@Entity('goods_receipts')
@Unique(['tenantId', 'grNumber'])
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'createdAt', 'id'])
@Check('ck_goods_receipts_status', `status IN ('posted', 'cancelled')`)
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
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}
