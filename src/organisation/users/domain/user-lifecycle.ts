import type { LifecycleTable } from '../../../common/records/lifecycle';

export const USER_STATUSES = ['active', 'inactive', 'invited'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
/** Where a user begins: only the owner of a new tenant is active at once. */
export const INITIAL_USER_STATUS: UserStatus = 'invited';
export type UserAction = 'invite' | 'accept' | 'activate' | 'deactivate';

/** Deactivating twice changes nothing; only an admin activates a deactivated user. */
export const USER_LIFECYCLE: LifecycleTable<UserStatus, UserAction> = {
  invite: { invited: 'invited' },
  accept: { invited: 'active' },
  activate: { invited: 'active', inactive: 'active' },
  deactivate: { active: 'inactive', invited: 'inactive', inactive: 'inactive' },
};
