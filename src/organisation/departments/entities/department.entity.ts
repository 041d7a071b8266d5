import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Metadata } from '../../../common/records/external';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';

/** A part of the tenant that orders are placed for and budgets are given to. */
@Entity('departments')
@Index('uq_departments_tenant_id_code', { synchronize: false })
@Index('uq_departments_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'headUserId'], ['tenantId', 'id'])
export class Department {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) nameAr: string | null;

  /** Short code, unique in the tenant whatever the case. */
  @Column({ type: 'text' }) code: string;

  /** Who decides the `department_head` steps of this department's orders. */
  @RefColumn({ nullable: true }) headUserId: UserId | null;

  @Column({ type: 'boolean', default: true }) isActive: boolean;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}
