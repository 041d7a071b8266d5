import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Who decided a step, on whose authority, and what was said. Append-only. */
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

  /** Their name at the decision; null for what a release before this column wrote. */
  @Column({ type: 'text', nullable: true }) decidedByName: string | null;

  /** The one who had delegated, when someone else decided for them. */
  @RefColumn({ nullable: true }) onBehalfOfId: UserId | null;

  /** Their name at the decision. */
  @Column({ type: 'text', nullable: true }) onBehalfOfName: string | null;

  /** An admin token decided a step that did not ask its user. */
  @Column({ type: 'boolean', default: false }) override: boolean;

  @Column({ type: 'text', nullable: true }) comments: string | null;
  @InstantColumn() decidedAt: Date;
}
