import { DomainError } from '../../../common/errors';
import type { VendorId } from '../../../common/records/ids';
import { type LifecycleTable, next } from '../../../common/records/lifecycle';

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

/** A vendor as the modules that name one see it. */
export interface ReferencedVendor {
  readonly id: VendorId;
  readonly name: string;
  readonly nameAr: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  readonly category: string | null;
  /** ISO 4217; null for the tenant's own. */
  readonly currency: string | null;
  /** Days. */
  readonly paymentTerms: number;
  readonly status: VendorStatus;
  readonly bankChangedAt: Date | null;
}

/** A vendor that may be ordered from. */
export type UsableVendor = ReferencedVendor & { readonly status: 'active' };

/** Whether a vendor is blocked or blacklisted; an inactive one is not. */
export function isBlocked({ status }: { readonly status: VendorStatus }): boolean {
  return status === 'blocked' || status === 'blacklisted';
}

/**
 * Refuses a vendor that may not be ordered from: blocked, blacklisted or inactive.
 * @throws DomainError VENDOR_BLOCKED
 */
export function assertUsable(vendor: ReferencedVendor): asserts vendor is UsableVendor {
  if (vendor.status === 'active') return;
  const key = isBlocked(vendor) ? 'vendor.blocked' : 'vendor.inactive';
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key, params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: isBlocked(vendor) ? 'blocked' : 'inactive' } },
  );
}
