import { DomainError } from '../../common/errors';
import type { VendorId } from '../../common/records/ids';
import type { VendorStatus } from './lifecycle';

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
