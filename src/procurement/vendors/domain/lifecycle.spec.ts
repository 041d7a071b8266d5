import { DomainError } from '../../../common/errors';
import {
  nextStatus,
  statusRestored,
  statusSet,
  VENDOR_LIFECYCLE,
  VENDOR_STATUSES,
  type VendorStatus,
} from './lifecycle';

type Action = keyof typeof VENDOR_LIFECYCLE;

/** The result of every action in every status. */
const EXPECTED: Record<Action, Record<VendorStatus, VendorStatus | 'refused'>> = {
  activate: { active: 'active', inactive: 'active', blocked: 'refused', blacklisted: 'refused' },
  deactivate: { active: 'inactive', inactive: 'inactive', blocked: 'refused', blacklisted: 'refused' },
  block: { active: 'blocked', inactive: 'blocked', blocked: 'refused', blacklisted: 'refused' },
  blacklist: { active: 'blacklisted', inactive: 'blacklisted', blocked: 'refused', blacklisted: 'refused' },
  unblock: { active: 'refused', inactive: 'refused', blocked: 'active', blacklisted: 'active' },
};

const outcome = (work: () => VendorStatus): string => {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'INVALID_STATUS') return 'refused';
    throw error;
  }
};

describe('the lifecycle of a vendor', () => {
  const actions = Object.keys(EXPECTED) as Action[];

  it.each(actions.flatMap((action) => VENDOR_STATUSES.map((status) => [action, status] as const)))(
    'follows the table for %s from %s',
    (action, status) => expect(outcome(() => nextStatus(status, action))).toBe(EXPECTED[action][status]),
  );

  it('covers every action', () => {
    expect(actions.sort()).toEqual(Object.keys(VENDOR_LIFECYCLE).sort());
  });

  it('restores the status before the block', () => {
    expect(statusRestored('blocked', 'inactive')).toBe('inactive');
    expect(statusRestored('blacklisted', 'active')).toBe('active');
    expect(statusRestored('blocked', null)).toBe('active');
    expect(() => statusRestored('inactive', 'active')).toThrow('INVALID_STATUS');
  });

  it('allows active and inactive unless blocked, and lists the allowed statuses in the error', () => {
    expect(statusSet('active', 'inactive')).toBe('inactive');
    expect(statusSet('inactive', 'active')).toBe('active');
    expect.assertions(3);
    try {
      statusSet('blocked', 'active');
    } catch (error) {
      expect((error as DomainError).extras.details).toEqual({
        status: 'blocked',
        allowed_statuses: ['active', 'inactive'],
      });
    }
  });
});
