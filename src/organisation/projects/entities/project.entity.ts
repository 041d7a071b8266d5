import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Metadata } from '../../../common/records/external';
import type { TenantId } from '../../../common/records/ids';
import {
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';

/** Something the tenant buys for that is not a department: a site, a contract, an event. */
@Entity('projects')
@Index('uq_projects_tenant_id_code', { synchronize: false })
@Index('uq_projects_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
export class Project {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) nameAr: string | null;

  /** Short code, unique in the tenant whatever the case. */
  @Column({ type: 'text' }) code: string;

  @RefColumn({ nullable: true }) departmentId: number | null;
  @Column({ type: 'boolean', default: true }) isActive: boolean;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}
