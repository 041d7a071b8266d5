import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { InvoiceId, OrderId, TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { Audited } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';
import type { DocumentOwner, DocumentRow } from '../documents.queries';

/** A link, which the service never fetches, or an uploaded file. Never updated; deleted with its record. */
@Entity('documents')
@Check('ck_documents_kind', `(url IS NULL) <> (object_id IS NULL)`)
@Check('ck_documents_upload', `object_id IS NULL OR (size IS NOT NULL AND content_type IS NOT NULL)`)
@Check('ck_documents_owner', `num_nonnulls(purchase_order_id, invoice_id, goods_receipt_id) = 1`)
@Index(['tenantId', 'purchaseOrderId', 'id'])
@Index(['tenantId', 'invoiceId', 'id'])
@Index(['tenantId', 'goodsReceiptId', 'id'])
@Unique(['tenantId', 'objectId'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('GoodsReceipt', ['tenantId', 'goodsReceiptId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('StoredObject', ['tenantId', 'objectId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Document {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn({ nullable: true }) purchaseOrderId: OrderId | null;
  @RefColumn({ nullable: true }) invoiceId: InvoiceId | null;
  @RefColumn({ nullable: true }) goodsReceiptId: number | null;

  /** Display name of a link, or file name of an upload without folders. */
  @Column({ type: 'text' }) name: string;

  /** URL of a link; null for an upload. */
  @Column({ type: 'text', nullable: true }) url: string | null;

  /** The stored object of an upload; null for a link. */
  @RefColumn({ nullable: true }) objectId: number | null;

  /** Bytes of an upload; null for a link. */
  @RefColumn({ nullable: true }) size: number | null;

  /** Media type of an upload, from its content. */
  @Column({ type: 'text', nullable: true }) contentType: string | null;

  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;
}

/** Audited fields of a document, in the audit entries of its record. */
export type AuditedDocument = Pick<DocumentRow, 'id' | 'name'> &
  Partial<Pick<DocumentRow, 'url' | 'size' | 'content_type'>>;

const DOCUMENT_FIELDS = new Audited<AuditedDocument>({
  name: 'name',
  url: 'url',
  size: 'size',
  content_type: 'content_type',
});

/** Records an added or removed document for the next audit entry of its record. */
export function noteDocument(
  tx: Transaction,
  owner: DocumentOwner,
  id: number,
  before: AuditedDocument | null,
  after: AuditedDocument | null,
): void {
  tx.changed.note(owner.kind, owner.id, DOCUMENT_FIELDS, before, after, { list: 'documents', id });
}
