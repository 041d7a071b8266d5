import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { OrderId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import type { ExpenseType } from '../../approvals';
import {
  AmountColumn,
  DayColumn,
  Decimal,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  RefsColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { OrderStatus } from '../domain/lifecycle';
import { Audited } from '../../../common/records/audited';

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
export class PurchaseOrder {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: OrderId;

  /** PO-2026-000042: unique in the tenant and rising. */
  @Column({ type: 'text' }) poNumber: string;

  @Column({ type: 'text' }) status: OrderStatus;

  /** The status it was cancelled from: its approval status stays what it was. */
  @Column({ type: 'text', nullable: true }) cancelledFrom: OrderStatus | null;

  @RefColumn() vendorId: VendorId;
  @RefColumn() departmentId: number;
  @RefColumn({ nullable: true }) projectId: number | null;

  /** Who asks for it: the requester. */
  @RefColumn() createdById: UserId;

  /** Who submitted it last. */
  @RefColumn({ nullable: true }) submittedById: UserId | null;

  /** Who has changed the order: its drafts, or by an amendment that others approved; and who submitted it before. */
  @RefsColumn() changedByIds: UserId[];

  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text' }) expenseType: ExpenseType;
  @Column({ type: 'text', nullable: true }) notes: string | null;
  @Column({ type: 'text', nullable: true }) deliveryAddress: string | null;
  @DayColumn({ nullable: true }) expectedDeliveryDate: string | null;
  @AmountColumn() subtotal: Decimal;
  @AmountColumn() vatAmount: Decimal;
  @AmountColumn() totalAmount: Decimal;

  /** How often it was submitted; the round of approvals it is in. */
  @Column({ type: 'int', default: 0 }) submissions: number;

  /** The step whose turn it is, while it waits for approval. */
  @Column({ type: 'int', nullable: true }) currentStep: number | null;

  /** Whether every line has come: kept by `OrderProgressService.settle`, never set by hand. */
  @Column({ type: 'boolean', default: false }) receivedInFull: boolean;

  /** 1, and one more with each amendment applied. */
  @Column({ type: 'int', default: 1 }) documentVersion: number;

  @InstantColumn({ nullable: true }) submittedAt: Date | null;
  @InstantColumn({ nullable: true }) approvedAt: Date | null;
  @InstantColumn({ nullable: true }) rejectedAt: Date | null;
  @Column({ type: 'text', nullable: true }) rejectionReason: string | null;
  @InstantColumn({ nullable: true }) cancelledAt: Date | null;
  @Column({ type: 'text', nullable: true }) cancellationReason: string | null;
  @InstantColumn({ nullable: true }) completedAt: Date | null;

  /** Set while it is closed short by a person: then nothing but a person re-opens it. */
  @InstantColumn({ nullable: true }) closedAt: Date | null;

  @Column({ type: 'text', nullable: true }) closeReason: string | null;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;

  /** Raised with every change; the ETag. */
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of an order. */
export const ORDER_FIELDS = new Audited<PurchaseOrder>({
  po_number: 'poNumber',
  status: 'status',
  vendor_id: 'vendorId',
  department_id: 'departmentId',
  project_id: 'projectId',
  created_by_id: 'createdById',
  currency: 'currency',
  expense_type: 'expenseType',
  subtotal: 'subtotal',
  vat_amount: 'vatAmount',
  total_amount: 'totalAmount',
  notes: 'notes',
  delivery_address: 'deliveryAddress',
  expected_delivery_date: 'expectedDeliveryDate',
  current_approval_step: 'currentStep',
  version: 'documentVersion',
  submitted_at: 'submittedAt',
  submitted_by_id: 'submittedById',
  approved_at: 'approvedAt',
  rejected_at: 'rejectedAt',
  rejection_reason: 'rejectionReason',
  cancelled_at: 'cancelledAt',
  cancellation_reason: 'cancellationReason',
  completed_at: 'completedAt',
  closed_at: 'closedAt',
  close_reason: 'closeReason',
  ...EXTERNAL_FIELDS,
});
