import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';

/** Fields that clients write. */
export class WrittenDepartment extends ExternalFields {
  @RecordField.text({ description: 'Name of the department.', example: 'Information Technology' }) name: string;
  @RecordField.text({ nullable: true, example: 'تقنية المعلومات' }) nameAr: string | null;

  @RecordField.text({ max: 50, example: 'IT', description: 'Short code, unique in the tenant, case-insensitive.' })
  code: string;

  @RecordField.reference({
    nullable: true,
    description:
      'Id of the user who heads the department and approves its orders; null for none. Setting it requires ' +
      '`admin`.',
    example: 3,
  })
  headUserId: UserId | null;

  @RecordField.boolean({
    default: true,
    columnDefault: true,
    description: 'Inactive departments cannot be used in new orders.',
  })
  isActive: boolean;
}

/** Fields that responses contain. */
export class ShownDepartment extends WrittenDepartment {
  @RecordField.id() id: number;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

@Entity('departments')
@Index('uq_departments_tenant_id_code', { synchronize: false })
@Index('uq_departments_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'headUserId'], ['tenantId', 'id'])
export class Department extends ShownDepartment {
  @TenantColumn() tenantId: TenantId;
  @Column({ type: 'int', default: 1 }) version: number;
}

export const DEPARTMENT_FIELDS = auditedOf(Department);
