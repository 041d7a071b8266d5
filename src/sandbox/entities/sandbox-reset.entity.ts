import type { TenantId } from '../../common/records/ids';
import { Column, Entity, ForeignKey } from 'typeorm';
import { InstantColumn, TenantColumn } from '../../database/columns';

/** The last return of a sandbox tenant to its fixtures; while it is not finished nobody else gets in. */
@Entity('sandbox_resets')
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class SandboxReset {
  @TenantColumn()
  tenantId: TenantId;

  /** UTC. */
  @Column({ type: 'date' })
  day: string;

  @InstantColumn()
  startedAt: Date;

  /** Whoever resets has until then; after that another takes over. */
  @InstantColumn()
  leaseEndsAt: Date;

  @InstantColumn({ nullable: true })
  finishedAt: Date | null;
}
