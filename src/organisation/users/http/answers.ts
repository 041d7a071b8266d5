import { type Role, roleId, ROLES } from '../../../common/actor/roles';
import type { Metadata } from '../../../common/records/external';
import { Out, versioned } from '../../../platform/http';
import type { UserStatus } from '../domain/user-lifecycle';
import type { UserRow } from '../users.queries';

export class UserRoleResponse {
  @Out.id({ example: 4 }) id: number;
  @Out.oneOf(ROLES, { example: 'department_head' }) name: Role;
}

export class UserDepartmentResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Projects' }) name: string;
  @Out.text({ example: 'OPS' }) code: string;
}

export class UserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name_en: string;
  @Out.text({ nullable: true, example: 'سارة القحطاني' }) name_ar: string | null;
  @Out.text({ example: 'sara@najd.example' }) email: string;
  @Out.object(() => UserRoleResponse) role: UserRoleResponse;
  @Out.object(() => UserDepartmentResponse, { nullable: true }) department: UserDepartmentResponse | null;
  @Out.text({ nullable: true, example: '+966 50 000 0000' }) phone: string | null;
  @Out.oneOf(['active', 'inactive', 'invited']) status: UserStatus;
  @Out.boolean({ description: 'Always false: tokens are the only way in.', example: false })
  two_factor_enabled: boolean;
  @Out.timestamp({ nullable: true, description: "Latest use of one of the user's tokens; may lag by a minute." })
  last_login_at: string | null;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
}

/** The same shape wherever a user is shown. */
export function presentUser(row: UserRow): UserResponse {
  const { id, name_en, name_ar, email, department, phone, status } = row;
  return versioned(
    {
      id,
      name_en,
      name_ar,
      email,
      role: { id: roleId(row.role), name: row.role },
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
