import { ROLES, type Role } from '../../../common/actor/roles';
import type { Metadata } from '../../../common/records/external';
import { Out } from '../../../platform/http';
import type { UserStatus } from '../domain/user-lifecycle';

export class UserRoleOut {
  @Out.id({ example: 4 }) id: number;
  @Out.oneOf(ROLES, { example: 'department_head' }) name: Role;
}

export class UserDepartmentOut {
  @Out.id() id: number;
  @Out.text({ example: 'Projects' }) name: string;
  @Out.text({ example: 'OPS' }) code: string;
}

export class UserOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani' }) name_en: string;
  @Out.text({ nullable: true, example: 'سارة القحطاني' }) name_ar: string | null;
  @Out.text({ example: 'sara@najd.example' }) email: string;
  @Out.object(() => UserRoleOut) role: UserRoleOut;
  @Out.object(() => UserDepartmentOut, { nullable: true }) department: UserDepartmentOut | null;
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
