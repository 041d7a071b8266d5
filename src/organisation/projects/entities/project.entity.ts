import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';

/** What clients write of a project. */
export class WrittenProject extends ExternalFields {
  @RecordField.text({ description: 'Name of the project.', example: 'Al Malqa School' }) name: string;
  @RecordField.text({ nullable: true, example: 'مستودع الرياض' }) nameAr: string | null;

  @RecordField.text({ max: 50, example: 'RUH-WH', description: 'Short code, unique in the tenant whatever the case.' })
  code: string;

  @RecordField.reference({ nullable: true, description: 'The department it belongs to, if any.' })
  departmentId: number | null;

  @RecordField.boolean({ default: true, columnDefault: true, description: 'An inactive one takes no new orders.' })
  isActive: boolean;
}

/** What responses show of it. */
export class ShownProject extends WrittenProject {
  @RecordField.id() id: number;
  @RecordField.instant({ audited: false }) createdAt: Date;
  @RecordField.instant({ audited: false }) updatedAt: Date;
}

/** Something the tenant buys for that is not a department: a site, a contract, an event. */
@Entity('projects')
@Index('uq_projects_tenant_id_code', { synchronize: false })
@Index('uq_projects_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
export class Project extends ShownProject {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a project. */
export const PROJECT_FIELDS = auditedOf(Project);
