import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { SealedKind } from '../domain/digests';

/** The seal of one row: its place in the tenant's one order, its digest, and the hash that chains it to the seal before. */
@Entity('evidence_seals')
@Unique(['tenantId', 'kind', 'rowId'])
@Index('ix_evidence_seals_events', ['tenantId', 'position'], { where: `kind = 'event'` })
@Check('ck_evidence_seals_kind', `kind IN ('audit', 'event')`)
export class EvidenceSeal {
  @TenantColumn() tenantId: TenantId;

  /** 1, 2, 3, ... without a gap, in the order in which the worker found the rows committed. */
  @PrimaryColumn({ type: 'bigint' }) position: number;

  /** Of the canonical form that was digested. */
  @Column({ type: 'smallint' }) version: number;
  @Column({ type: 'text' }) kind: SealedKind;
  @RefColumn() rowId: number;

  /** When it happened; null when the row was gone before it was sealed. */
  @InstantColumn({ nullable: true }) occurredAt: Date | null;
  @InstantColumn() sealedAt: Date;

  /** 16 random bytes; null once a person in the row has been anonymised, or when the row was gone. */
  @Column({ type: 'bytea', nullable: true }) salt: Buffer | null;
  /** Of the salt and what may name people. It stays when salt and text go. */
  @Column({ type: 'bytea', nullable: true }) personalDigest: Buffer | null;
  /** Of all other columns and the personal digest. */
  @Column({ type: 'bytea' }) digest: Buffer;
  /** Of the hash before, this seal's place and its digest. */
  @Column({ type: 'bytea' }) hash: Buffer;
}
