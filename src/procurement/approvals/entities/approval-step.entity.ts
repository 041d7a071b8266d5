import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { InvoiceId, OrderId, TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { RuleCondition, StepMode, StepStatus } from '../domain/workflow';

/** A workflow step, frozen onto an order, an amendment or an invoice when it became pending. */
@Entity('approval_steps')
@Check('ck_approval_steps_status', `status IN ('waiting', 'pending', 'approved', 'rejected', 'skipped')`)
@Check('ck_approval_steps_mode', `mode IN ('any', 'all')`)
@Check('ck_approval_steps_assignee', `(role IS NULL) <> (user_ids IS NULL)`)
@Check(
  'ck_approval_steps_subject',
  `(purchase_order_id IS NULL) <> (invoice_id IS NULL) AND (invoice_id IS NULL OR amendment_id IS NULL)`,
)
@Index('uq_approval_steps_place', { synchronize: false })
@Index('uq_approval_steps_invoice_place', { synchronize: false })
@Index('ix_approval_steps_pending', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('PurchaseOrderAmendment', ['tenantId', 'amendmentId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class ApprovalStep {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The order, or the order of the amendment; null for an invoice. */
  @RefColumn({ nullable: true }) purchaseOrderId: OrderId | null;

  /** Null for an order or an invoice. */
  @RefColumn({ nullable: true }) amendmentId: number | null;

  /** Null for an order or an amendment. */
  @RefColumn({ nullable: true }) invoiceId: InvoiceId | null;

  /** The submission, counted from 1. */
  @Column({ type: 'int' }) round: number;

  /** Position in the round, from 1. */
  @Column({ type: 'int' }) step: number;

  @Column({ type: 'text', nullable: true }) name: string | null;
  @Column({ type: 'text', nullable: true }) role: string | null;
  @Column({ type: 'bigint', array: true, nullable: true }) userIds: number[] | null;
  @Column({ type: 'text' }) mode: StepMode;

  /** Condition of the rule that requires the step; null without a rule. */
  @Column({ type: 'jsonb', nullable: true }) rule: RuleCondition | null;

  @Column({ type: 'text' }) status: StepStatus;

  /** Users eligible when the step opened; only they may decide it. Null before that. */
  @Column({ type: 'bigint', array: true, nullable: true }) memberIds: number[] | null;

  @InstantColumn({ nullable: true }) openedAt: Date | null;
  @InstantColumn({ nullable: true }) closedAt: Date | null;

  /** When its approvers last got a reminder by mail. */
  @InstantColumn({ nullable: true }) remindedAt: Date | null;
}
