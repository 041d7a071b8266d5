import { DomainError } from '../../common/errors';
import type { VendorStatus } from './lifecycle';

/** A vendor as the modules that name one see it. */
export interface ReferencedVendor {
  readonly id: number;
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

export const REFERENCE = `
SELECT id, name, name_ar AS "nameAr", email, vat_number AS "vatNumber", category, currency,
       payment_terms AS "paymentTerms", status, bank_changed_at AS "bankChangedAt"
  FROM vendors WHERE tenant_id = $1 AND id = $2`;

/** Whether a vendor is kept out, rather than merely out of use. */
export function isBlocked({ status }: { readonly status: VendorStatus }): boolean {
  return status === 'blocked' || status === 'blacklisted';
}

/** Refuses a vendor that may not be ordered from: blocked, blacklisted or inactive. Throws VENDOR_BLOCKED. */
export function assertUsable(vendor: ReferencedVendor): asserts vendor is UsableVendor {
  if (vendor.status === 'active') return;
  const key = isBlocked(vendor) ? 'vendor.blocked' : 'vendor.inactive';
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key, params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: isBlocked(vendor) ? 'blocked' : 'inactive' } },
  );
}
