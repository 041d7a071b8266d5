import type { VendorEvent } from '../../../common/events';
import type { VendorStatus } from './lifecycle';

interface DescribedVendor {
  readonly id: number;
  readonly name: string;
  readonly status: VendorStatus;
  readonly externalId: string | null;
}

/** Common fields of all vendor events. */
export function vendorEvent({ id, name, status, externalId }: DescribedVendor): VendorEvent {
  return { vendor_id: id, name, status, external_id: externalId };
}
