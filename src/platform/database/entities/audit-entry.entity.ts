import { Column, Entity, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from './columns';

/** Who changed which record, and when. Append-only: the service's role may only insert and read. */
@Entity('audit_log')
@Index(['tenantId', 'entityType', 'entityId', 'id'])
@Index(['tenantId', 'occurredAt', 'id'])
export class AuditEntry {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @InstantColumn() occurredAt: Date;

  /** The acting user; null for the command line and the service itself. */
  @RefColumn({ nullable: true }) userId: UserId | null;

  @Column({ type: 'text', nullable: true }) userName: string | null;

  @RefColumn({ nullable: true }) tokenId: number | null;
  @Column({ type: 'text', nullable: true }) requestId: string | null;

  /** Past tense, lower case: created, submitted, approved, ... */
  @Column({ type: 'text' }) action: string;

  /** Singular type of the record: purchase_order, vendor, ... */
  @Column({ type: 'text' }) entityType: string;

  @RefColumn({ nullable: true }) entityId: number | null;
  @Column({ type: 'jsonb', nullable: true }) details: Record<string, unknown> | null;
}
