import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../database/columns';

/** Goods of a receipt sent back to the vendor. */
@Entity('goods_returns')
@Index(['tenantId', 'goodsReceiptId', 'id'])
@ForeignKey('GoodsReceipt', ['tenantId', 'goodsReceiptId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class GoodsReturn {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() goodsReceiptId: number;
  @Column({ type: 'text' }) reason: string;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;
}
