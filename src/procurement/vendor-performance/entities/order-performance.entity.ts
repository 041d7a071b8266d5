import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { OrderId, TenantId, VendorId } from '../../../common/records/ids';
import { RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { StoredFigures } from '../order-facts.sql';

/** What one order adds to its vendor's performance, by day: kept so that a change is computed as a difference. */
@Entity('vendor_performance_orders')
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
export class OrderPerformance {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) purchaseOrderId: OrderId;
  @RefColumn() vendorId: VendorId;
  @Column({ type: 'jsonb' }) figures: StoredFigures;
}
