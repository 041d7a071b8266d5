import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { ROLES, Role } from '../../../common/actor/roles';
import type { TenantId, UserId } from '../../../common/records/ids';
import { USER_STATUSES, type UserStatus } from '../domain/user-lifecycle';

const ANOTHERS_NOTE = 'Changing that of another user requires an admin token.';

/** Fields that clients write. */
export class WrittenUser extends ExternalFields {
  @RecordField.text({ description: `The person’s name in Latin letters. ${ANOTHERS_NOTE}`, example: 'Sara Al-Qahtani' })
  nameEn: string;

  @RecordField.text({
    nullable: true,
    description: `The person’s name in Arabic; null if unknown. ${ANOTHERS_NOTE}`,
    example: 'سارة القحطاني',
  })
  nameAr: string | null;

  @RecordField.email({
    description:
      'The address for mail and the invitation, unique in the tenant, case-insensitive. Changing it ' +
      'requires an admin token, and the old address is notified.',
    example: 'sara@najd.example',
  })
  email: string;

  @RecordField.oneOf({
    values: ROLES,
    description:
      'Decides which approval steps the user may decide. Which operations may be called depends on the ' +
      "token's abilities. Setting `admin`, and any change, requires an admin token.",
  })
  role: Role;

  @RecordField.reference({
    nullable: true,
    description: 'Id of the user’s department; null for none. Changing it requires an admin token.',
  })
  departmentId: number | null;

  @RecordField.text({
    nullable: true,
    max: 50,
    description: `Telephone number in any format; null if unknown. ${ANOTHERS_NOTE}`,
    example: '+966 50 000 0000',
  })
  phone: string | null;
}

/** Fields that responses contain. */
export class ShownUser extends WrittenUser {
  @RecordField.id() id: UserId;
  @RecordField.oneOf({ values: USER_STATUSES }) status: UserStatus;
  @RecordField.instant({ audited: false }) createdAt: Date;
}

/** A user of a tenant. Tokens act as users; approvals are decided by users. */
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

  /** When the user was permanently replaced with a pseudonym; null otherwise. */
  @InstantColumn({ nullable: true }) anonymisedAt: Date | null;

  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

export const USER_FIELDS = auditedOf(User);
