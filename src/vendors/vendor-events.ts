import type { EventData } from '../common/events';
import type { Vendor } from './entities/vendor.entity';

type Told = Pick<Vendor, 'id' | 'name' | 'status'>;

/** `data` of vendor.created. */
export function vendorCreated(vendor: Told & Pick<Vendor, 'createdAt'>): EventData['vendor.created'] {
  return { ...told(vendor), created_at: vendor.createdAt.toISOString() };
}

/**
 * `data` of vendor.updated.
 * @param fields Form A's names of what changed
 */
export function vendorUpdated(vendor: Told & Pick<Vendor, 'updatedAt'>, fields: string[]): EventData['vendor.updated'] {
  return { ...told(vendor), updated_fields: fields, updated_at: vendor.updatedAt.toISOString() };
}

function told({ id, name, status }: Told): { vendor_id: number; name: string; status: string } {
  return { vendor_id: id, name, status };
}
