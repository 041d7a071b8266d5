import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import { type Decimal, RefColumn, RefsColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { MAX_COMMENT, MAX_NOTES } from '../../../platform/validation';
import { EXPENSE_TYPES, type ExpenseType } from '../../approvals';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';

/** Fields that clients write. */
export class WrittenOrder extends ExternalFields {
  @RecordField.reference() vendorId: VendorId;

  @RecordField.reference({ request: { description: "Default: the acting user's department." } })
  departmentId: number;

  @RecordField.reference({ nullable: true }) projectId: number | null;

  @RecordField.currency({ request: { description: "Default: the vendor's currency, otherwise the tenant's." } })
  currency: string;

  @RecordField.oneOf({ values: EXPENSE_TYPES, default: 'OPEX', request: { description: 'Default: OPEX.' } })
  expenseType: ExpenseType;

  @RecordField.text({ nullable: true, max: MAX_NOTES, multiline: true }) notes: string | null;

  @RecordField.text({
    nullable: true,
    max: MAX_COMMENT,
    multiline: true,
    description: 'Where the goods go; null if not given.',
    example: 'Al Malqa School, gate 2, Riyadh',
  })
  deliveryAddress: string | null;

  @RecordField.day({ nullable: true }) expectedDeliveryDate: string | null;
}

/** Fields that responses contain. */
export class ShownOrder extends WrittenOrder {
  @RecordField.id() id: OrderId;

  /** Unique and rising within the tenant. */
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

  /** Set by a short close; only the action `reopen` clears it. */
  @RecordField.instant({
    nullable: true,
    description: 'When a user closed it short; null again after a reopen.',
  })
  closedAt: Date | null;

  @RecordField.text({ nullable: true }) closeReason: string | null;
}

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

  /** The status before the cancel. It determines the approval status of a cancelled order. */
  @Column({ type: 'text', nullable: true }) cancelledFrom: OrderStatus | null;

  /** The requester. */
  @RefColumn() createdById: UserId;

  /** The last submitter. */
  @RefColumn({ nullable: true }) submittedById: UserId | null;

  /** Users who changed a draft, requested an approved amendment, or submitted an earlier round. */
  @RefsColumn() changedByIds: UserId[];

  /** Number of submissions, which is the current round of approval. */
  @Column({ type: 'int', default: 0 }) submissions: number;

  /** The step to decide next, while the order is pending approval. */
  @Column({ type: 'int', nullable: true }) currentStep: number | null;

  /** Whether every line is received in full. Derived by `OrderProgressService.settle`. */
  @Column({ type: 'boolean', default: false }) receivedInFull: boolean;

  /** 1 plus the number of applied amendments. */
  @Column({ type: 'int', default: 1 }) documentVersion: number;

  /** Rises with every change; the ETag. */
  @Column({ type: 'int', default: 1 }) version: number;
}

export const ORDER_FIELDS = auditedOf(PurchaseOrder, {
  created_by_id: 'createdById',
  submitted_by_id: 'submittedById',
  current_approval_step: 'currentStep',
  version: 'documentVersion',
});
