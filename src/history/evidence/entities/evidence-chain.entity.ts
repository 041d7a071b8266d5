import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Start and end of a tenant's chain. Only SQL functions write it, under the row's lock, which serializes sealing. */
@Entity('evidence_chains')
@Index('ix_evidence_chains_backlog', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class EvidenceChain {
  @TenantColumn() tenantId: TenantId;

  /** The tenant's original id if it was imported under another one. Seals contain the original id. */
  @Column({ type: 'uuid', nullable: true }) originId: TenantId | null;

  /** Of the last seal; 0 before the first. */
  @RefColumn() position: number;
  @Column({ type: 'bytea' }) hash: Buffer;

  /** Seals up to this one were deleted with their entries at the end of their retention. */
  @RefColumn({ default: 0 }) startPosition: number;
  /** The hash before the first existing seal. */
  @Column({ type: 'bytea' }) startHash: Buffer;
  /** All deleted entries happened before this time. */
  @InstantColumn({ nullable: true }) removedBefore: Date | null;

  /** Events recorded before this time may have been deleted; their seals remain. */
  @InstantColumn({ nullable: true }) eventsRemovedBefore: Date | null;
  /** Events up to this position may have been deleted: the feed starts after it. */
  @RefColumn({ default: 0 }) eventsStartPosition: number;

  /** Audit entries after the first id, up to the second, are older than sealing and not sealed yet. */
  @RefColumn({ default: 0 }) auditAfter: number;
  @RefColumn({ default: 0 }) auditUntil: number;
  /** The same for events. */
  @RefColumn({ default: 0 }) eventsAfter: number;
  @RefColumn({ default: 0 }) eventsUntil: number;
}
