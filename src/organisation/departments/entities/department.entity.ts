import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';

/** What clients write of a department. */
export class WrittenDepartment extends ExternalFields {
  @RecordField.text({ description: 'Name of the department.', example: 'Information Technology' }) name: string;
  @RecordField.text({ nullable: true, example: 'تقنية المعلومات' }) nameAr: string | null;

  @RecordField.text({ max: 50, example: 'IT', description: 'Short code, unique in the tenant whatever the case.' })
  code: string;

  @RecordField.reference({
    nullable: true,
    description:
      'Id of the user who heads the department and decides its orders; null for nobody. Setting it needs `admin`.',
    example: 3,
  })
  headUserId: UserId | null;

  @RecordField.boolean({ default: true, columnDefault: true, description: 'An inactive one takes no new orders.' })
  isActive: boolean;
}

/** What responses show of it. */
export class ShownDepartment extends WrittenDepartment {
  @RecordField.id() id: number;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

/** A part of the tenant that orders are placed for and budgets are given to. */
@Entity('departments')
@Index('uq_departments_tenant_id_code', { synchronize: false })
@Index('uq_departments_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'headUserId'], ['tenantId', 'id'])
export class Department extends ShownDepartment {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a department. */
export const DEPARTMENT_FIELDS = auditedOf(Department);
