import { containing, isIndexed, type SortTerm } from '../database';
import type { Counted } from '../figures';
import type { VendorStatus } from './domain/lifecycle';

/** What a list may be narrowed to, in neither form's words. */
export interface VendorFilter {
  readonly statuses?: readonly VendorStatus[];
  readonly category?: string;
  /** 0 to 100, inclusive. */
  readonly minScore?: number;
  /** Looked for in the names and the e-mail. */
  readonly search?: string;
}

/** A condition over `vendors v`, and the values of its placeholders, of which the tenant is always $1. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The WHERE of a list. Only its text depends on which filters are given, never on their values. */
export function conditionOf(tenantId: string, filter: VendorFilter): Condition {
  const { statuses, category, minScore, search } = filter;
  const clauses: readonly (readonly [value: unknown, sql: (at: string) => string])[] = [
    // Of one status alone an index gives the vendors sorted.
    statuses?.length === 1
      ? [statuses[0], (at) => `v.status = ${at}`]
      : [statuses, (at) => `v.status = ANY (${at}::text[])`],
    [category, (at) => `v.category = ${at}`],
    [minScore, (at) => `v.performance_score >= ${at}`],
    [search && containing(search), isIndexed(search ?? '') ? throughIndex : rowByRow],
  ];
  const given = clauses.filter(([value]) => value !== undefined && value !== '');
  const texts = given.map(([, sql], index) => sql(`$${index + 2}`));
  return { sql: ['v.tenant_id = $1', ...texts].join(' AND '), values: [tenantId, ...given.map(([value]) => value)] };
}

// As an array the hits are found first: as a subquery they might be looked for along the whole list, in its order.
const throughIndex = (at: string): string => `v.id = ANY (ARRAY(SELECT matching_vendors(${at})))`;
const rowByRow = (at: string): string => `(v.name ILIKE ${at} OR v.name_ar ILIKE ${at} OR v.email ILIKE ${at})`;

/** Fields a list can be sorted by; they are columns of the same name. The first is the default. */
export const SORTABLE = [
  'created_at',
  'name',
  'email',
  'category',
  'status',
  'performance_score',
  'total_orders',
  'total_spend',
  'updated_at',
  'id',
] as const;

const NULLABLE: readonly string[] = ['email', 'category'];

/** The counters that know how many vendors a filter leaves; undefined when there are none for it. */
export function countedBy({ statuses, ...others }: VendorFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== '')) return undefined;
  return { measure: 'vendor_list', ...(statuses ? { keys: statuses } : {}) };
}

/**
 * The order of a list; it ends in the id, so that pages never overlap. Of one status the newest come first when it is
 * sorted upwards, as the index has them.
 */
export function sortOf(field: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const column = SORTABLE.find((known) => known === field) ?? SORTABLE[0];
  const first: SortTerm = { sql: `v.${column}`, order, nullable: NULLABLE.includes(column) };
  if (column === 'id') return [first];
  if (column !== 'status') return [first, { sql: 'v.id', order }];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [first, { sql: 'v.created_at', order: within }, { sql: 'v.id', order: within }];
}
