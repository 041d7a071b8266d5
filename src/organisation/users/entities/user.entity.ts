import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { ROLES, Role } from '../../../common/actor/roles';
import type { TenantId, UserId } from '../../../common/records/ids';
import { USER_STATUSES, type UserStatus } from '../domain/user-lifecycle';

const ANOTHERS_NOTE = "Changing another user's needs an admin token.";

/** What clients write of a user. */
export class WrittenUser extends ExternalFields {
  @RecordField.text({
    description: `The person’s name in Latin letters. ${ANOTHERS_NOTE}`,
    example: 'Sara Al-Qahtani',
  })
  nameEn: string;

  @RecordField.text({
    nullable: true,
    description: `The person’s name in Arabic; null where nobody has said. ${ANOTHERS_NOTE}`,
    example: 'سارة القحطاني',
  })
  nameAr: string | null;

  @RecordField.email({
    description:
      'The address that mail and the invitation go to, unique in the tenant whatever its case. Changing it needs an ' +
      'admin token; the change is told to the old address.',
    example: 'sara@najd.example',
  })
  email: string;

  @RecordField.oneOf({
    values: ROLES,
    description:
      "Decides which approval steps the user may decide; what may be called is the token's abilities. `admin`, and any " +
      'change, needs an admin token.',
  })
  role: Role;

  @RecordField.reference({
    nullable: true,
    description: 'Id of the department that the user belongs to; null for none. Changing it needs an admin token.',
  })
  departmentId: number | null;

  @RecordField.text({
    nullable: true,
    max: 50,
    description: `Telephone number as people write it; null where none is known. ${ANOTHERS_NOTE}`,
    example: '+966 50 000 0000',
  })
  phone: string | null;
}

/** What responses show of it. */
export class ShownUser extends WrittenUser {
  @RecordField.id() id: UserId;
  @RecordField.oneOf({ values: USER_STATUSES }) status: UserStatus;
  @RecordField.instant({ audited: false }) createdAt: Date;
}

/** A person of a tenant. Tokens act as one; approvals are decided by one. */
@Entity('users')
@Check('ck_users_status', `status IN ('active', 'inactive', 'invited')`)
@Check('ck_users_role', `role IN (${ROLES.map((role) => `'${role}'`).join(', ')})`)
@Index('uq_users_tenant_id_email', { synchronize: false })
@Index('uq_users_external_id', { synchronize: false })
@Index('ix_users_name_sorted', { synchronize: false })
@Index('ix_users_email_sorted', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('Department', ['tenantId', 'departmentId'], ['tenantId', 'id'])
export class User extends ShownUser {
  @TenantColumn() tenantId: TenantId;

  /** When a pseudonym took the person's place, for ever; null of everybody else. */
  @InstantColumn({ nullable: true }) anonymisedAt: Date | null;

  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a user. */
export const USER_FIELDS = auditedOf(User);
