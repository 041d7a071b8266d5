/** Restricts the events of a subscription to some departments and vendors. */
export interface EventFilter {
  /** Null: any department, and events without one. */
  readonly department_ids: readonly number[] | null;
  /** Null: any vendor, and events without one. */
  readonly vendor_ids: readonly number[] | null;
}

export interface StoredFilter {
  readonly filterDepartmentIds: number[] | null;
  readonly filterVendorIds: number[] | null;
}

/** The filter in API form; null if there is none. */
export function filterOf({ filterDepartmentIds, filterVendorIds }: Partial<StoredFilter>): EventFilter | null {
  const [department_ids, vendor_ids] = [filterDepartmentIds ?? null, filterVendorIds ?? null];
  return department_ids === null && vendor_ids === null ? null : { department_ids, vendor_ids };
}

export function storedFilter(filter: Partial<EventFilter> | null): StoredFilter {
  const { department_ids = null, vendor_ids = null } = filter ?? {};
  return { filterDepartmentIds: department_ids && [...department_ids], filterVendorIds: vendor_ids && [...vendor_ids] };
}
