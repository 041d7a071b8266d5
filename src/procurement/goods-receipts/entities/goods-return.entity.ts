import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  type Decimal,
  IdColumn,
  InstantColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';

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

/** The returned quantity of one receipt line. */
@Entity('goods_return_items')
@Unique(['tenantId', 'goodsReturnId', 'goodsReceiptItemId'])
@Check('ck_goods_return_items_quantity', 'quantity > 0')
@ForeignKey('GoodsReturn', ['tenantId', 'goodsReturnId'], ['tenantId', 'id'])
@ForeignKey('GoodsReceiptItem', ['tenantId', 'goodsReceiptItemId'], ['tenantId', 'id'])
export class GoodsReturnItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() goodsReturnId: number;
  @RefColumn() goodsReceiptItemId: number;
  @QuantityColumn() quantity: Decimal;
}
