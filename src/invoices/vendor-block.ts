import { DomainError } from '../common/errors';
import { isBlocked, type ReferencedVendor } from '../vendors';

/**
 * Refuses what a blocked or blacklisted vendor may not have: a new invoice, an approval, a payment.
 * @throws VENDOR_BLOCKED
 */
export function requireUnblocked(vendor: ReferencedVendor): void {
  if (!isBlocked(vendor)) return;
  throw new DomainError(
    'VENDOR_BLOCKED',
    { key: 'vendor.blocked', params: { name: vendor.name } },
    { details: { vendor_id: vendor.id, vendor_status: 'blocked' } },
  );
}
