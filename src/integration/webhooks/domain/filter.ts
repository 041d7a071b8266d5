/** Which events of those that it asks for a subscription is sent: about one of the departments, and about one of the vendors. */
export interface EventFilter {
  /** Null for any, and for events without a department. */
  readonly department_ids: readonly number[] | null;
  /** Null for any, and for events without a vendor. */
  readonly vendor_ids: readonly number[] | null;
}

/** How a filter is stored. */
export interface StoredFilter {
  readonly filterDepartmentIds: number[] | null;
  readonly filterVendorIds: number[] | null;
}

/** The filter as the API shows it; null where there is none. */
export function filterOf({ filterDepartmentIds, filterVendorIds }: Partial<StoredFilter>): EventFilter | null {
  const [department_ids, vendor_ids] = [filterDepartmentIds ?? null, filterVendorIds ?? null];
  return department_ids === null && vendor_ids === null ? null : { department_ids, vendor_ids };
}

/** The columns of a filter; null for none. */
export function storedFilter(filter: Partial<EventFilter> | null): StoredFilter {
  const { department_ids = null, vendor_ids = null } = filter ?? {};
  return {
    filterDepartmentIds: department_ids && [...department_ids],
    filterVendorIds: vendor_ids && [...vendor_ids],
  };
}
