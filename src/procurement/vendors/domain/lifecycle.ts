import { DomainError } from '../../../common/errors';
import type { VendorId } from '../../../common/records/ids';
import { type LifecycleTable, next } from '../../../common/records/lifecycle';

export const VENDOR_STATUSES = ['active', 'inactive', 'blocked', 'blacklisted'] as const;
export type VendorStatus = (typeof VENDOR_STATUSES)[number];

/** Statuses that an update may set. */
export const SETTABLE_STATUSES = ['active', 'inactive'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** Only an admin can unblock a blacklisted vendor. */
export const BLOCK_TYPES = ['block', 'blacklist'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

export const VENDOR_LIFECYCLE = {
  activate: { active: 'active', inactive: 'active' },
  deactivate: { active: 'inactive', inactive: 'inactive' },
  block: { active: 'blocked', inactive: 'blocked' },
  blacklist: { active: 'blacklisted', inactive: 'blacklisted' },
  // Restores the earlier status if known.
  unblock: { blocked: 'active', blacklisted: 'active' },
} as const satisfies LifecycleTable<VendorStatus, string>;

type Action = keyof typeof VENDOR_LIFECYCLE;

/** @throws DomainError INVALID_STATUS with the allowed statuses */
export function nextStatus(from: VendorStatus, action: Action): VendorStatus {
  return next<VendorStatus, Action>(VENDOR_LIFECYCLE, from, action);
}

/** The status after an update. @throws DomainError INVALID_STATUS for a blocked or blacklisted vendor */
export function statusSet(from: VendorStatus, to: SettableStatus): VendorStatus {
  return nextStatus(from, to === 'active' ? 'activate' : 'deactivate');
}

/**
 * The status before the block, or `active` if unknown.
 * @throws DomainError INVALID_STATUS for a vendor that is neither blocked nor blacklisted
 */
export function statusRestored(from: VendorStatus, before: VendorStatus | null): VendorStatus {
  const ordinary = nextStatus(from, 'unblock');
  return before ?? ordinary;
}

/** The vendor data that other modules need. */
export interface ReferencedVendor {
  readonly id: VendorId;
  readonly name: string;
  readonly nameAr: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  readonly category: string | null;
  /** ISO 4217; null for the tenant's currency. */
  readonly currency: string | null;
  /** Days. */
  readonly paymentTerms: number;
  readonly status: VendorStatus;
  readonly bankChangedAt: Date | null;
}

export type UsableVendor = ReferencedVendor & { readonly status: 'active' };

/** False for an inactive vendor. */
export function isBlocked({ status }: { readonly status: VendorStatus }): boolean {
  return status === 'blocked' || status === 'blacklisted';
}

/** Rejects a blocked, blacklisted or inactive vendor. @throws DomainError VENDOR_BLOCKED */
export function assertUsable(vendor: ReferencedVendor): asserts vendor is UsableVendor {
  if (vendor.status === 'active') return;
  const key = isBlocked(vendor) ? 'vendor.blocked' : 'vendor.inactive';
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key, params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: isBlocked(vendor) ? 'blocked' : 'inactive' } },
  );
}
