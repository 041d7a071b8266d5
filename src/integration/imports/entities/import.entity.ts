import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { RefColumn } from '../../../platform/database/entities/columns';
import { Job } from '../../../platform/database/entities/job';
import {
  IMPORT_FORMATS,
  IMPORT_RESOURCES,
  IMPORT_STATUSES,
  type ImportFormat,
  type ImportResource,
} from '../domain/import';
import type { Reading } from '../domain/reading';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** `position` and the counts change in the transaction of their rows, so that another process can resume there. */
@Entity('imports')
@Check('ck_imports_resource', `resource IN (${oneOf(IMPORT_RESOURCES)})`)
@Check('ck_imports_format', `format IN (${oneOf(IMPORT_FORMATS)})`)
@Check('ck_imports_status', `status IN (${oneOf(IMPORT_STATUSES)})`)
@Index('ix_imports_open', { synchronize: false })
@Index('ix_imports_finished', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('StoredObject', ['tenantId', 'objectId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Import extends Job {
  @Column({ type: 'text' }) resource: ImportResource;
  @Column({ type: 'text' }) format: ImportFormat;
  @Column({ type: 'boolean' }) dryRun: boolean;
  @Column({ type: 'boolean' }) approve: boolean;
  @Column({ type: 'boolean' }) webhooks: boolean;
  @Column({ type: 'boolean' }) invite: boolean;

  /** Imports of earlier releases have only some of these options. */
  @Column({ type: 'jsonb', default: {} }) reading: Partial<Reading>;

  /** The stored file. Null once the import has ended, unless a CSV file with errors or warnings is retained. */
  @RefColumn({ nullable: true }) objectId: number | null;

  /** Headings of a CSV file; null for NDJSON. */
  @Column({ type: 'text', array: true, nullable: true }) headings: readonly string[] | null;

  /** Bytes of the file, and how many of them are processed. */
  @RefColumn() size: number;

  @RefColumn() position: number;

  /** Lines of the file before `position`. */
  @Column({ type: 'int' }) line: number;

  @Column({ type: 'int' }) rowsTotal: number;
  @Column({ type: 'int', default: 0 }) rowsDone: number;
  @Column({ type: 'int', default: 0 }) rowsFailed: number;

  @Column({ type: 'int', default: 0 }) created: number;

  @Column({ type: 'int', default: 0 }) changed: number;
  @Column({ type: 'int', default: 0 }) unchanged: number;

  /** Warnings about saved records. */
  @Column({ type: 'int', default: 0 }) warnings: number;
}
