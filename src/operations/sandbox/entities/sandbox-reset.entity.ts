import type { TenantId } from '../../../common/records/ids';
import { Column, Entity, ForeignKey } from 'typeorm';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** The last reset of a sandbox tenant to its fixtures; until it ends the tenant's other transactions are refused. */
@Entity('sandbox_resets')
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class SandboxReset {
  @TenantColumn() tenantId: TenantId;

  /** UTC. */
  @Column({ type: 'date' }) day: string;

  @InstantColumn() startedAt: Date;

  /** Until then the process that began the reset must finish it; afterwards another process takes over. */
  @InstantColumn() leaseEndsAt: Date;

  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
