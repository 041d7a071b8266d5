import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Append-only. */
@Entity('approval_decisions')
@Check('ck_approval_decisions_outcome', `outcome IN ('approved', 'rejected')`)
@Index(['tenantId', 'stepId'])
@ForeignKey('ApprovalStep', ['tenantId', 'stepId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('User', ['tenantId', 'decidedById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'onBehalfOfId'], ['tenantId', 'id'])
export class ApprovalDecision {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() stepId: number;
  @Column({ type: 'text' }) outcome: 'approved' | 'rejected';
  @RefColumn() decidedById: UserId;

  /** Name at the time of the decision; null for decisions from before this column existed. */
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;

  /** The principal, if a delegate decided. */
  @RefColumn({ nullable: true }) onBehalfOfId: UserId | null;

  @Column({ type: 'text', nullable: true }) onBehalfOfName: string | null;

  /** An admin token decided a step that is not assigned to its user. */
  @Column({ type: 'boolean', default: false }) override: boolean;

  @Column({ type: 'text', nullable: true }) comments: string | null;
  @InstantColumn() decidedAt: Date;
}
