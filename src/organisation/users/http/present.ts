import { type Role, roleId } from '../../../common/actor/roles';
import { versioned } from '../../../platform/http';
import type { UserRow } from '../users.queries';
import type { UserOut, UserRoleOut } from './answers';

/** The same shape wherever a user is shown. */
export function presentUser(row: UserRow): UserOut {
  const { id, name_en, name_ar, email, department, phone, status } = row;
  return versioned(
    {
      id,
      name_en,
      name_ar,
      email,
      role: presentRole(row.role),
      department,
      phone,
      status,
      two_factor_enabled: false,
      last_login_at: row.last_login_at?.toISOString() ?? null,
      external_id: row.external_id,
      metadata: row.metadata,
      created_at: row.created_at.toISOString(),
    },
    row.version,
  );
}

/** The `{id, name}` a role is shown as: the name is its slug. */
function presentRole(role: Role): UserRoleOut {
  return { id: roleId(role), name: role };
}
