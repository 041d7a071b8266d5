import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { OrderId, TenantId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** An order before an amendment replaced this version. Append-only. */
@Entity('purchase_order_versions')
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'])
@ForeignKey('PurchaseOrderAmendment', ['tenantId', 'supersededById'], ['tenantId', 'id'])
export class PurchaseOrderVersion {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) purchaseOrderId: OrderId;
  @PrimaryColumn({ type: 'int' }) versionNumber: number;

  /** Header and lines. */
  @Column({ type: 'jsonb' }) snapshot: Record<string, unknown>;

  /** The amendment that replaced it. */
  @RefColumn() supersededById: number;

  @InstantColumn() supersededAt: Date;
}
