import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Permission, ChosenRole } from '../../../common/actor/roles';
import type { TenantId } from '../../../common/records/ids';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Permissions that a tenant has set for a role. A role without a row has the defaults. */
@Entity('role_permissions')
@Check('ck_role_permissions_role', `role <> 'admin'`)
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class RolePermissions {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'text' }) role: ChosenRole;
  @Column({ type: 'text', array: true }) permissions: Permission[];
  @InstantColumn() updatedAt: Date;
}
