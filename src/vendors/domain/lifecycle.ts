import { type LifecycleTable, next } from '../../common/records/lifecycle';

export const VENDOR_STATUSES = ['active', 'inactive', 'blocked', 'blacklisted'] as const;
export type VendorStatus = (typeof VENDOR_STATUSES)[number];

/** The statuses that an update may set; the others have verbs of their own. */
export const SETTABLE_STATUSES = ['active', 'inactive'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** How strongly a vendor is kept out: only an admin lifts a blacklisting. */
export const BLOCK_TYPES = ['block', 'blacklist'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

export const VENDOR_LIFECYCLE = {
  activate: { active: 'active', inactive: 'active' },
  deactivate: { active: 'inactive', inactive: 'inactive' },
  block: { active: 'blocked', inactive: 'blocked' },
  blacklist: { active: 'blacklisted', inactive: 'blacklisted' },
  // To the status before, where that is known.
  unblock: { blocked: 'active', blacklisted: 'active' },
} as const satisfies LifecycleTable<VendorStatus, string>;

type Action = keyof typeof VENDOR_LIFECYCLE;

/**
 * The status after an action.
 * @throws DomainError INVALID_STATUS, naming the statuses that would allow it
 */
export function nextStatus(from: VendorStatus, action: Action): VendorStatus {
  return next<VendorStatus, Action>(VENDOR_LIFECYCLE, from, action);
}

/**
 * The status after an update that names one.
 * @throws DomainError INVALID_STATUS for a blocked or blacklisted vendor
 */
export function statusSet(from: VendorStatus, to: SettableStatus): VendorStatus {
  return nextStatus(from, to === 'active' ? 'activate' : 'deactivate');
}

/**
 * The status after unblocking: the one before the block, `active` where that is not known.
 * @throws DomainError INVALID_STATUS for a vendor that is neither blocked nor blacklisted
 */
export function statusRestored(from: VendorStatus, before: VendorStatus | null): VendorStatus {
  const ordinary = nextStatus(from, 'unblock');
  return before ?? ordinary;
}
