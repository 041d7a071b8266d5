import type { TenantId } from '../../../common/records/ids';
import { Column, Entity, ForeignKey } from 'typeorm';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** The last reset of a sandbox tenant. Until it ends, other transactions of the tenant are rejected. */
@Entity('sandbox_resets')
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class SandboxReset {
  @TenantColumn() tenantId: TenantId;

  /** UTC. */
  @Column({ type: 'date' }) day: string;

  @InstantColumn() startedAt: Date;

  /** End of the lease of the process that resets. Afterwards another process takes over. */
  @InstantColumn() leaseEndsAt: Date;

  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
