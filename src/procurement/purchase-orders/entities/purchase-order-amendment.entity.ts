import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { OrderId, TenantId, UserId } from '../../../common/records/ids';
import {
  AmountColumn,
  Decimal,
  IdColumn,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { AmendmentChanges, AmendmentStatus } from '../domain/amendment';
import { Audited, underApiNames } from '../../../common/records/audited';

/** A requested change of an approved order. The order stays usable until the amendment is applied. */
@Entity('purchase_order_amendments')
@Unique(['tenantId', 'purchaseOrderId', 'amendmentNumber'])
@Check('ck_purchase_order_amendments_status', `status IN ('pending', 'applied', 'rejected', 'cancelled')`)
@Index('uq_purchase_order_amendments_open', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class PurchaseOrderAmendment {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() purchaseOrderId: OrderId;

  /** Counts from 1 within the order. */
  @Column({ type: 'int' }) amendmentNumber: number;

  @Column({ type: 'text' }) status: AmendmentStatus;
  @Column({ type: 'text' }) reason: string;

  @Column({ type: 'jsonb' }) changes: AmendmentChanges;

  @AmountColumn() totalBefore: Decimal;
  @AmountColumn() totalAfter: Decimal;
  @Column({ type: 'int', nullable: true }) currentStep: number | null;
  @RefColumn() createdById: UserId;
  @InstantColumn() createdAt: Date;

  @InstantColumn({ nullable: true }) decidedAt: Date | null;

  @Column({ type: 'text', nullable: true }) decisionReason: string | null;

  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** Audited fields of an amendment, in the audit entries of its order. */
export const AMENDMENT_FIELDS = new Audited<PurchaseOrderAmendment>({
  number: 'amendmentNumber',
  status: 'status',
  reason: 'reason',
  items: ({ changes }) => changes?.items.map(underApiNames),
  expected_delivery_date: ({ changes }) => changes?.expectedDeliveryDate,
  notes: ({ changes }) => changes?.notes,
  total_before: 'totalBefore',
  total_after: 'totalAfter',
  current_approval_step: 'currentStep',
  created_by_id: 'createdById',
  decided_at: 'decidedAt',
  decision_reason: 'decisionReason',
});
