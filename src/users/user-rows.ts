import type { Role } from '../common/roles';
import type { UserStatus } from './domain/user-lifecycle';

/** A user as the read side answers it. */
export interface UserRow {
  readonly id: number;
  readonly name_en: string;
  readonly name_ar: string | null;
  readonly email: string;
  readonly role: Role;
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly phone: string | null;
  readonly status: UserStatus;
  /** The latest use of one of the user's tokens; may lag by a minute. */
  readonly last_login_at: Date | null;
  readonly created_at: Date;
  readonly version: number;
}

/** What a list of users may be narrowed to. */
export interface UserFilter {
  readonly role?: Role | undefined;
  readonly departmentId?: number | undefined;
  readonly status?: UserStatus | undefined;
  /** Part of a name or of the e-mail address, whatever the case. */
  readonly search?: string | undefined;
}
