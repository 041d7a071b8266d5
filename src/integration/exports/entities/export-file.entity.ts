import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import type { ExportResource } from '../domain/export';

/** A compressed file with all records of one kind. */
@Entity('export_files')
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Export', ['tenantId', 'exportId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('StoredObject', ['tenantId', 'objectId'], ['tenantId', 'id'])
export class ExportFile {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) exportId: number;
  @PrimaryColumn({ type: 'text' }) resource: ExportResource;
  @RefColumn() objectId: number;

  /** Number of records. */
  @RefColumn() rows: number;

  /** Bytes, compressed. */
  @RefColumn() size: number;
}
