import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Actor } from '../../../common/actor';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import {
  EXPORT_FORMATS,
  EXPORT_STATUSES,
  type ExportFormat,
  type ExportResource,
  type ExportStatus,
} from '../domain/export';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Records that are written to files as one moment had them. After a kill it begins anew: a snapshot ends with its connection. */
@Entity('exports')
@Check('ck_exports_format', `format IN (${oneOf(EXPORT_FORMATS)})`)
@Check('ck_exports_status', `status IN (${oneOf(EXPORT_STATUSES)})`)
@Index('ix_exports_open', { synchronize: false })
@Index('ix_exports_expires_at', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Export {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text', array: true }) resources: readonly ExportResource[];
  @Column({ type: 'text' }) format: ExportFormat;
  @Column({ type: 'boolean' }) forImport: boolean;
  @Column({ type: 'text' }) status: ExportStatus;

  /** The trace of the request that began it, as W3C Trace Context writes it; null where nothing was traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  /** Records that were written so far. */
  @RefColumn({ default: 0 }) rows: number;

  /** From where on the changes say what the files do not have; null until they are written. */
  @Column({ type: 'text', nullable: true }) changesCursor: string | null;

  /** On whose behalf it runs: as the request that started it was admitted. */
  @Column({ type: 'jsonb' }) actor: Actor;

  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** Why it failed: a code of the closed set. */
  @Column({ type: 'text', nullable: true }) failure: string | null;

  /** Attempts that were begun. */
  @Column({ type: 'int', default: 0 }) attempts: number;

  /** Who works at it, and until when nobody else takes it. */
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;

  @InstantColumn() dueAt: Date;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;

  /** When its files are removed; null before there are any, and when they are gone. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
}
