import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';

/** Fields that clients write. */
export class WrittenProject extends ExternalFields {
  @RecordField.text({ description: 'Name of the project.', example: 'Al Malqa School' }) name: string;
  @RecordField.text({ nullable: true, example: 'مستودع الرياض' }) nameAr: string | null;

  @RecordField.text({ max: 50, example: 'RUH-WH', description: 'Short code, unique in the tenant, case-insensitive.' })
  code: string;

  @RecordField.reference({ nullable: true, description: 'Id of the project’s department; null for none.' })
  departmentId: number | null;

  @RecordField.boolean({
    default: true,
    columnDefault: true,
    description: 'Inactive projects cannot be used in new orders.',
  })
  isActive: boolean;
}

/** Fields that responses contain. */
export class ShownProject extends WrittenProject {
  @RecordField.id() id: number;
  @RecordField.instant({ audited: false }) createdAt: Date;
  @RecordField.instant({ audited: false }) updatedAt: Date;
}

/** A purpose of purchases other than a department: a site, a contract, an event. */
@Entity('projects')
@Index('uq_projects_tenant_id_code', { synchronize: false })
@Index('uq_projects_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
export class Project extends ShownProject {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'int', default: 1 }) version: number;
}

export const PROJECT_FIELDS = auditedOf(Project);
