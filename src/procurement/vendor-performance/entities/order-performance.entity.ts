import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { OrderId, TenantId, VendorId } from '../../../common/records/ids';
import { RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { StoredFigures } from '../order-facts.sql';

/** The stored contribution of an order to its vendor's figures. A change is computed as the difference to it. */
@Entity('vendor_performance_orders')
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
export class OrderPerformance {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) purchaseOrderId: OrderId;
  @RefColumn() vendorId: VendorId;
  @Column({ type: 'jsonb' }) figures: StoredFigures;
}
