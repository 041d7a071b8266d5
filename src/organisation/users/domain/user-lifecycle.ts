import type { LifecycleTable } from '../../../common/records/lifecycle';

export const USER_STATUSES = ['active', 'inactive', 'invited'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
/** Only the owner of a new tenant starts as active. */
export const INITIAL_USER_STATUS: UserStatus = 'invited';
export type UserAction = 'invite' | 'accept' | 'activate' | 'deactivate';

/** Deactivating is idempotent. Only an admin activates a deactivated user. */
export const USER_LIFECYCLE: LifecycleTable<UserStatus, UserAction> = {
  invite: { invited: 'invited' },
  accept: { invited: 'active' },
  activate: { invited: 'active', inactive: 'active' },
  deactivate: { active: 'inactive', invited: 'inactive', inactive: 'inactive' },
};
