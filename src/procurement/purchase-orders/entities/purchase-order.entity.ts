import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import { type Decimal, RefColumn, RefsColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { MAX_COMMENT, MAX_NOTES } from '../../../platform/validation';
import { EXPENSE_TYPES, type ExpenseType } from '../../approvals';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';

/** What clients write of an order. */
export class WrittenOrder extends ExternalFields {
  @RecordField.reference() vendorId: VendorId;

  @RecordField.reference({ request: { description: "The acting user's department when left out." } })
  departmentId: number;

  @RecordField.reference({ nullable: true }) projectId: number | null;

  @RecordField.currency({ request: { description: "The vendor's currency when left out, else the tenant's." } })
  currency: string;

  @RecordField.oneOf({ values: EXPENSE_TYPES, default: 'OPEX', request: { description: 'OPEX when left out.' } })
  expenseType: ExpenseType;

  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) notes: string | null;

  @RecordField.text({
    nullable: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Where the goods go; null where nobody has said.',
    example: 'Al Malqa School, gate 2, Riyadh',
  })
  deliveryAddress: string | null;

  @RecordField.day({ nullable: true }) expectedDeliveryDate: string | null;
}

/** What responses show of it. */
export class ShownOrder extends WrittenOrder {
  @RecordField.id() id: OrderId;

  /** PO-2026-000042: unique in the tenant and rising. */
  @RecordField.text({ example: 'PO-2026-000001' }) poNumber: string;

  @RecordField.oneOf({ values: ORDER_STATUSES }) status: OrderStatus;
  @RecordField.amount() subtotal: Decimal;
  @RecordField.amount() vatAmount: Decimal;
  @RecordField.amount() totalAmount: Decimal;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
  @RecordField.instant({ nullable: true }) submittedAt: Date | null;
  @RecordField.instant({ nullable: true }) approvedAt: Date | null;
  @RecordField.instant({ nullable: true }) rejectedAt: Date | null;
  @RecordField.text({ nullable: true }) rejectionReason: string | null;
  @RecordField.instant({ nullable: true }) cancelledAt: Date | null;
  @RecordField.text({ nullable: true }) cancellationReason: string | null;
  @RecordField.instant({ nullable: true }) completedAt: Date | null;

  /** Set while it is closed short by a person: then nothing but a person re-opens it. */
  @RecordField.instant({
    nullable: true,
    description: 'When a person closed it short; null again once it is reopened.',
  })
  closedAt: Date | null;

  @RecordField.text({ nullable: true }) closeReason: string | null;
}

/** A purchase order: its header, and the one lifecycle state it is in. */
@Entity('purchase_orders')
@Unique(['tenantId', 'poNumber'])
@Check(
  'ck_purchase_orders_status',
  `status IN ('draft', 'pending_approval', 'approved', 'rejected', 'completed', 'cancelled')`,
)
@Check('ck_purchase_orders_expense_type', `expense_type IN ('CAPEX', 'OPEX')`)
@Check('ck_purchase_orders_total', `total_amount = subtotal + vat_amount`)
@Check('ck_purchase_orders_cancelled_from', `(status = 'cancelled') = (cancelled_from IS NOT NULL)`)
@Index('ix_purchase_orders_created', { synchronize: false })
@Index('ix_purchase_orders_status', { synchronize: false })
@Index('ix_purchase_orders_vendor', { synchronize: false })
@Index('ix_purchase_orders_department', { synchronize: false })
@Index('ix_purchase_orders_status_vendor', { synchronize: false })
@Index('ix_purchase_orders_total', { synchronize: false })
@Index('ix_purchase_orders_subtotal', { synchronize: false })
@Index('ix_purchase_orders_vat', { synchronize: false })
@Index('ix_purchase_orders_updated', { synchronize: false })
@Index('ix_purchase_orders_approved', { synchronize: false })
@Index('ix_purchase_orders_approved_latest', { synchronize: false })
@Index('ix_purchase_orders_expected', { synchronize: false })
@Index('ix_purchase_orders_expected_latest', { synchronize: false })
@Index('ix_purchase_orders_currency', { synchronize: false })
@Index('ix_purchase_orders_text', { synchronize: false })
@Index('uq_purchase_orders_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
@ForeignKey('Project', ['tenantId', 'projectId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'submittedById'], ['tenantId', 'id'])
export class PurchaseOrder extends ShownOrder {
  @TenantColumn() tenantId: TenantId;

  /** The status it was cancelled from: its approval status stays what it was. */
  @Column({ type: 'text', nullable: true }) cancelledFrom: OrderStatus | null;

  /** Who asks for it: the requester. */
  @RefColumn() createdById: UserId;

  /** Who submitted it last. */
  @RefColumn({ nullable: true }) submittedById: UserId | null;

  /** Who has changed the order: its drafts, or by an amendment that others approved; and who submitted it before. */
  @RefsColumn() changedByIds: UserId[];

  /** How often it was submitted; the round of approvals it is in. */
  @Column({ type: 'int', default: 0 }) submissions: number;

  /** The step whose turn it is, while it waits for approval. */
  @Column({ type: 'int', nullable: true }) currentStep: number | null;

  /** Whether every line has come: kept by `OrderProgressService.settle`, never set by hand. */
  @Column({ type: 'boolean', default: false }) receivedInFull: boolean;

  /** 1, and one more with each amendment applied. */
  @Column({ type: 'int', default: 1 }) documentVersion: number;

  /** Raised with every change; the ETag. */
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of an order. */
export const ORDER_FIELDS = auditedOf(PurchaseOrder, {
  created_by_id: 'createdById',
  submitted_by_id: 'submittedById',
  current_approval_step: 'currentStep',
  version: 'documentVersion',
});
