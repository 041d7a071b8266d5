import { type Role, roleId, ROLES } from '../../../common/actor/roles';
import { Out, versioned } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { ShownUser } from '../entities/user.entity';
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

export class UserResponse extends ResponseOf(ShownUser, { omit: ['role', 'departmentId'] }) {
  @Out.object(() => UserRoleResponse) role: UserRoleResponse;
  @Out.object(() => UserDepartmentResponse, { nullable: true }) department: UserDepartmentResponse | null;
  @Out.boolean({ description: 'Always false: users log in only with tokens.', example: false })
  two_factor_enabled: boolean;
  @Out.timestamp({ nullable: true, description: "Latest use of one of the user's tokens; may be up to a minute late." })
  last_login_at: string | null;
}

export function toUserResponse(row: UserRow): UserResponse {
  const { role, department, lastLoginAt, version } = row;
  const response = Object.assign(UserResponse.from(row), {
    role: { id: roleId(role), name: role },
    department,
    two_factor_enabled: false,
    last_login_at: lastLoginAt?.toISOString() ?? null,
  });
  return versioned(response, version);
}
