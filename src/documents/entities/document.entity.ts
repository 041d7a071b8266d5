import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderId, TenantId, UserId } from '../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../database/columns';

/**
 * A document of a purchase order: a link to a file elsewhere, which is never fetched, or an uploaded file. Written
 * once; it goes with its order.
 */
@Entity('documents')
@Check('ck_documents_kind', `(url IS NULL) <> (object_id IS NULL)`)
@Check('ck_documents_upload', `object_id IS NULL OR (size IS NOT NULL AND content_type IS NOT NULL)`)
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Unique(['tenantId', 'objectId'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('StoredObject', ['tenantId', 'objectId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Document {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() purchaseOrderId: OrderId;

  /** What people call it: the attachment's name, or the uploaded file's without any folder. */
  @Column({ type: 'text' }) name: string;

  /** Where a link leads; null for an upload. */
  @Column({ type: 'text', nullable: true }) url: string | null;

  /** The stored bytes of an upload; null for a link. */
  @RefColumn({ nullable: true }) objectId: number | null;

  /** Bytes of an upload; null for a link, which is never fetched. */
  @RefColumn({ nullable: true }) size: number | null;

  /** Media type of an upload as its content says, not its name. */
  @Column({ type: 'text', nullable: true }) contentType: string | null;

  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;
}
