import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** The logged head of a tenant's chain at some time, which an operator may store elsewhere. */
@Entity('evidence_anchors')
export class EvidenceAnchor {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) position: number;
  @Column({ type: 'bytea' }) hash: Buffer;
  @InstantColumn() anchoredAt: Date;
}
