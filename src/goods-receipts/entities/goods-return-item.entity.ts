import { Check, Entity, ForeignKey, Unique } from 'typeorm';
import type { TenantId } from '../../common/records/ids';
import { type Decimal, IdColumn, QuantityColumn, RefColumn, TenantColumn } from '../../database/columns';

/** How much of one line of the receipt a return sent back. */
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
