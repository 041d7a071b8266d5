import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import type { Severity } from '../domain/import';
import { IdColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Errors of a row, one per field, and warnings. Inserted in the transaction that moves the import past the row. */
@Entity('import_errors')
@Check('ck_import_errors_severity', `severity IN ('error', 'warning')`)
@Index(['tenantId', 'importId', 'id'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Import', ['tenantId', 'importId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class ImportError {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() importId: number;

  /** Line of the file, from 1. */
  @Column({ type: 'int' }) line: number;

  @Column({ type: 'text', nullable: true }) externalId: string | null;
  @Column({ type: 'text', nullable: true }) field: string | null;
  @Column({ type: 'text' }) code: string;

  @Column({ type: 'text', default: 'error' }) severity: Severity;

  /** Message key and parameters, to translate into the reader's language. */
  @Column({ type: 'text' }) key: string;

  @Column({ type: 'jsonb' }) params: Readonly<Record<string, string | number>>;
}
