import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { InstantColumn, RefColumn } from '../../../platform/database/entities/columns';
import { Job } from '../../../platform/database/entities/job';
import { EXPORT_FORMATS, EXPORT_STATUSES, type ExportFormat, type ExportResource } from '../domain/export';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Records that are written to files as one moment had them. After a kill it begins anew: a snapshot ends with its connection. */
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

  /** Records that were written so far. */
  @RefColumn({ default: 0 }) rows: number;

  /** From where on the changes say what the files do not have; null until they are written. */
  @Column({ type: 'text', nullable: true }) changesCursor: string | null;

  /** When its files are removed; null before there are any, and when they are gone. */
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
}
