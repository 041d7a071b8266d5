import type { VendorEvent } from '../../../common/events/data';
import type { Vendor } from './vendor.entity';

/** What every event of a vendor says of it. */
export function vendorEvent({ id, name, status, externalId }: Vendor): VendorEvent {
  return { vendor_id: id, name, status, external_id: externalId };
}
