import type { Permission } from '../../common/actor/permissions';
import { type Role, roleId } from '../../common/actor/roles';
import { type Language, translate } from '../../messages';
import { versioned } from '../../platform/http';
import type { RoleOut } from './answers';
import { permissionsVersion } from './domain/role-permissions';

/** A role in an answer; its ETag is made of its permissions. */
export function presentRole(role: Role, permissions: readonly Permission[], language: Language): RoleOut {
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
