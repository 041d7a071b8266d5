import { Column, Entity } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { SealedKind } from '../domain/digests';

/**
 * A row that waits to be sealed. A trigger puts it here in the transaction of the row, so it is seen exactly when the row is;
 * the worker that seals it takes it out.
 */
@Entity('evidence_queue')
export class EvidenceQueued {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) kind: SealedKind;
  @RefColumn() rowId: number;

  /** The database's time, for how long it has waited. */
  @InstantColumn({ default: () => 'now()' }) queuedAt: Date;
}
