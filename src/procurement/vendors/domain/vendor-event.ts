import type { VendorEvent } from '../../../common/events';
import type { VendorStatus } from './lifecycle';

interface DescribedVendor {
  readonly id: number;
  readonly name: string;
  readonly status: VendorStatus;
  readonly externalId: string | null;
}

/** Fields of the vendor in the data of each of its events. */
export function vendorEvent({ id, name, status, externalId }: DescribedVendor): VendorEvent {
  return { vendor_id: id, name, status, external_id: externalId };
}
