import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** A tenant's rules for one kind of document. Absent before the first configuration. */
@Entity('approval_workflows')
@Check('ck_approval_workflows_rules', `rules IS NOT NULL OR kind = 'amendments'`)
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'updatedById'], ['tenantId', 'id'])
export class ApprovalWorkflow {
  @TenantColumn() tenantId: TenantId;

  /** `purchase-orders`, `amendments` or `invoices`. */
  @PrimaryColumn({ type: 'text' }) kind: string;

  /** Null if amendments use the rules of orders. */
  @Column({ type: 'jsonb', nullable: true }) rules: Record<string, unknown>[] | null;

  @RefColumn({ nullable: true }) updatedById: UserId | null;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}
