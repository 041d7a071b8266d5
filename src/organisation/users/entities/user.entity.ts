import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { ROLES, Role } from '../../../common/actor/roles';
import { Audited } from '../../../common/records/audited';
import { EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { TenantId, UserId } from '../../../common/records/ids';
import type { UserStatus } from '../domain/user-lifecycle';

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
export class User {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: UserId;
  @Column({ type: 'text' }) nameEn: string;
  @Column({ type: 'text', nullable: true }) nameAr: string | null;

  /** Unique in its tenant whatever the case; kept as typed. */
  @Column({ type: 'text' }) email: string;

  @Column({ type: 'text' }) role: Role;
  @RefColumn({ nullable: true }) departmentId: number | null;
  @Column({ type: 'text', nullable: true }) phone: string | null;
  @Column({ type: 'text' }) status: UserStatus;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  /** When a pseudonym took the person's place, for ever; null of everybody else. */
  @InstantColumn({ nullable: true }) anonymisedAt: Date | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a user. */
export const USER_FIELDS = new Audited<User>({
  name_en: 'nameEn',
  name_ar: 'nameAr',
  email: 'email',
  role: 'role',
  department_id: 'departmentId',
  phone: 'phone',
  status: 'status',
  ...EXTERNAL_FIELDS,
});
