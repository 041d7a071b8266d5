import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TenantId, UserId } from '../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../database/columns';

/** A tenant's rules for one kind of document. Absent until the tenant configures something. */
@Entity('approval_workflows')
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'updatedById'], ['tenantId', 'id'])
export class ApprovalWorkflow {
  @TenantColumn() tenantId: TenantId;

  /** Which documents it routes: `purchase-orders`. */
  @PrimaryColumn({ type: 'text' }) kind: string;

  @Column({ type: 'jsonb' }) rules: Record<string, unknown>[];
  @RefColumn({ nullable: true }) updatedById: UserId | null;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}
