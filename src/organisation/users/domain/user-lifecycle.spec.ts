import { allows, next } from '../../../common/records/lifecycle';
import { USER_LIFECYCLE, UserAction, UserStatus } from './user-lifecycle';

const STATUSES: UserStatus[] = ['active', 'inactive', 'invited'];
const LEADS_TO: Record<UserAction, Record<UserStatus, UserStatus | 'refused'>> = {
  invite: { active: 'refused', inactive: 'refused', invited: 'invited' },
  accept: { active: 'refused', inactive: 'refused', invited: 'active' },
  activate: { active: 'refused', inactive: 'active', invited: 'active' },
  deactivate: { active: 'inactive', inactive: 'inactive', invited: 'inactive' },
};

describe('a user', () => {
  it.each(Object.keys(LEADS_TO) as UserAction[])(
    'changes status with %s as in the table, from every status',
    (action) => {
      for (const status of STATUSES) {
        const expected = LEADS_TO[action][status];
        expect(allows(USER_LIFECYCLE, status, action)).toBe(expected !== 'refused');
        if (expected === 'refused') expect(() => next(USER_LIFECYCLE, status, action)).toThrow(/INVALID_STATUS/);
        else expect(next(USER_LIFECYCLE, status, action)).toBe(expected);
      }
    },
  );
});
