import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { OrderId, TenantId } from '../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../database/columns';
import type { StepMode, StepStatus } from '../domain/workflow';

/** A step of the workflow, frozen onto an order (or onto an amendment of it) when that was submitted. */
@Entity('approval_steps')
@Check('ck_approval_steps_status', `status IN ('waiting', 'pending', 'approved', 'rejected', 'skipped')`)
@Check('ck_approval_steps_mode', `mode IN ('any', 'all')`)
@Check('ck_approval_steps_assignee', `(role IS NULL) <> (user_ids IS NULL)`)
@Index('uq_approval_steps_place', { synchronize: false })
@ForeignKey('PurchaseOrder', ['tenantId', 'purchaseOrderId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('PurchaseOrderAmendment', ['tenantId', 'amendmentId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class ApprovalStep {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() purchaseOrderId: OrderId;

  /** The amendment it decides; null when it decides the order itself. */
  @RefColumn({ nullable: true }) amendmentId: number | null;

  /** Which submission it belongs to, from 1. */
  @Column({ type: 'int' }) round: number;

  /** Place in the round, from 1. */
  @Column({ type: 'int' }) step: number;

  @Column({ type: 'text', nullable: true }) name: string | null;
  @Column({ type: 'text', nullable: true }) role: string | null;
  @Column({ type: 'bigint', array: true, nullable: true }) userIds: number[] | null;
  @Column({ type: 'text' }) mode: StepMode;
  @Column({ type: 'text' }) status: StepStatus;

  /** Who was eligible at the moment the step opened: nobody else may decide it. Null until then. */
  @Column({ type: 'bigint', array: true, nullable: true }) memberIds: number[] | null;

  @InstantColumn({ nullable: true }) openedAt: Date | null;
  @InstantColumn({ nullable: true }) closedAt: Date | null;
}
