import type { LifecycleTable } from '../../common/lifecycle';

export type UserStatus = 'active' | 'inactive' | 'invited';
export type UserAction = 'invite' | 'accept' | 'activate' | 'deactivate';

/** Deactivating again is the same answer; a user who has left comes back by an admin's hand alone. */
export const USER_LIFECYCLE: LifecycleTable<UserStatus, UserAction> = {
  invite: { invited: 'invited' },
  accept: { invited: 'active' },
  activate: { invited: 'active', inactive: 'active' },
  deactivate: { active: 'inactive', invited: 'inactive', inactive: 'inactive' },
};
