import { Column, Entity } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { SealedKind } from '../domain/digests';

/** A row to be sealed. A trigger inserts it in the transaction of the row; the worker that seals the row deletes it. */
@Entity('evidence_queue')
export class EvidenceQueued {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) kind: SealedKind;
  @RefColumn() rowId: number;

  /** Database time, to measure how long it waits. */
  @InstantColumn({ default: () => 'now()' }) queuedAt: Date;
}
