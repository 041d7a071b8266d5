import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { SealedKind } from '../domain/digests';

/** The seal of a row: position in the tenant's order, digest, and the hash that chains it to the previous seal. */
@Entity('evidence_seals')
@Unique(['tenantId', 'kind', 'rowId'])
@Index('ix_evidence_seals_events', ['tenantId', 'position'], { where: `kind = 'event'` })
@Check('ck_evidence_seals_kind', `kind IN ('audit', 'event')`)
export class EvidenceSeal {
  @TenantColumn() tenantId: TenantId;

  /** 1, 2, 3, ... without gaps, in the order in which the worker found committed rows. */
  @PrimaryColumn({ type: 'bigint' }) position: number;

  /** Version of the canonical form. */
  @Column({ type: 'smallint' }) version: number;
  @Column({ type: 'text' }) kind: SealedKind;
  @RefColumn() rowId: number;

  /** When the row's change happened; null if the row was deleted before it was sealed. */
  @InstantColumn({ nullable: true }) occurredAt: Date | null;
  @InstantColumn() sealedAt: Date;

  /** 16 random bytes; null after an anonymisation, or if the row was deleted before it was sealed. */
  @Column({ type: 'bytea', nullable: true }) salt: Buffer | null;
  /** Of the salt and personal text. Remains after both are deleted. */
  @Column({ type: 'bytea', nullable: true }) personalDigest: Buffer | null;
  /** Of all other columns and the personal digest. */
  @Column({ type: 'bytea' }) digest: Buffer;
  /** Of the previous hash, this seal's position and its digest. */
  @Column({ type: 'bytea' }) hash: Buffer;
}
