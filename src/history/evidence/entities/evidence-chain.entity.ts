import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * Where a tenant's chain of seals begins and ends. Only SQL functions write it, under its row's lock: who holds the lock is
 * the one that seals.
 */
@Entity('evidence_chains')
@Index('ix_evidence_chains_backlog', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class EvidenceChain {
  @TenantColumn() tenantId: TenantId;

  /** The id that the tenant had when its chain began, where it was imported under another: what is sealed names this one. */
  @Column({ type: 'uuid', nullable: true }) originId: TenantId | null;

  /** Of the last seal; 0 before the first. */
  @RefColumn() position: number;
  @Column({ type: 'bytea' }) hash: Buffer;

  /** The seals up to this one are gone, with their entries: the years for which they are kept have passed. */
  @RefColumn({ default: 0 }) startPosition: number;
  /** The hash that the first seal left follows. */
  @Column({ type: 'bytea' }) startHash: Buffer;
  /** All that was removed happened before this instant. */
  @InstantColumn({ nullable: true }) removedBefore: Date | null;

  /** Events recorded before this instant may have been removed; their seals stay. */
  @InstantColumn({ nullable: true }) eventsRemovedBefore: Date | null;
  /** Events up to this position may have been removed: what is read of the order begins behind it. */
  @RefColumn({ default: 0 }) eventsStartPosition: number;

  /** Entries of the audit log after the first id, up to the second, were there before there were seals and have none yet. */
  @RefColumn({ default: 0 }) auditAfter: number;
  @RefColumn({ default: 0 }) auditUntil: number;
  /** The same of events. */
  @RefColumn({ default: 0 }) eventsAfter: number;
  @RefColumn({ default: 0 }) eventsUntil: number;
}
