import { type Permission, PERMISSIONS, type Role, roleId, ROLES } from '../../common/actor/roles';
import { Out, versioned } from '../../platform/http';
import { type Language, translate } from '../../messages';
import { permissionsVersion } from './domain/role-permissions';

export class PermissionResponse {
  @Out.oneOf(PERMISSIONS, { example: 'payments.write' }) permission: Permission;
  @Out.text({ example: 'Record payments and reverse them', description: 'In the language of the request.' })
  covers: string;
}

export class RoleResponse {
  @Out.id({ example: 5, description: 'The same as `role.id` of a user.' }) id: number;
  @Out.oneOf(ROLES, { example: 'finance_manager' }) slug: Role;
  @Out.texts({ example: ['payments.write'] }) permissions: readonly Permission[];
  @Out.list(() => PermissionResponse, { description: 'Description of each permission.' })
  permission_details: readonly PermissionResponse[];
  @Out.boolean({ description: 'false for the role `admin`, which always has all permissions.', example: true })
  is_changeable: boolean;
}

/** The ETag is derived from the permissions. */
export function toRoleResponse(role: Role, permissions: readonly Permission[], language: Language): RoleResponse {
  return versioned(
    {
      id: roleId(role),
      slug: role,
      permissions,
      permission_details: permissions.map((permission) => ({
        permission,
        covers: translate(language, `permission.${permission}`),
      })),
      is_changeable: role !== 'admin',
    },
    permissionsVersion(permissions),
  );
}
