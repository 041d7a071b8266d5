import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { InstantColumn, RefColumn } from '../../../platform/database/entities/columns';
import { Job } from '../../../platform/database/entities/job';
import { EXPORT_FORMATS, EXPORT_STATUSES, type ExportFormat, type ExportResource } from '../domain/export';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** An export of a snapshot to files. It starts again after a crash, because a snapshot ends with its connection. */
@Entity('exports')
@Check('ck_exports_format', `format IN (${oneOf(EXPORT_FORMATS)})`)
@Check('ck_exports_status', `status IN (${oneOf(EXPORT_STATUSES)})`)
@Index('ix_exports_open', { synchronize: false })
@Index('ix_exports_expires_at', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Export extends Job {
  @Column({ type: 'text', array: true }) resources: readonly ExportResource[];
  @Column({ type: 'text' }) format: ExportFormat;
  @Column({ type: 'boolean' }) forImport: boolean;

  /** Records written so far. */
  @RefColumn({ default: 0 }) rows: number;

  /** Cursor for changes after the snapshot; null until the files are written. */
  @Column({ type: 'text', nullable: true }) changesCursor: string | null;

  /** When the files are deleted; null before they exist and after they are deleted. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
}
