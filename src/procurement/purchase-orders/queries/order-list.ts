import type { ExpenseType } from '../../approvals';
import { omitUndefined } from '../../../common/records/given';
import {
  allOf,
  collated,
  isOneOf,
  orderBy,
  rowsByIds,
  searched,
  type Selection,
  type Query,
  query,
  type SortTerm,
  type WalkPart,
  within,
} from '../../../platform/database';
import type { Counted, ListPart } from '../../figures';
import { byPrimaryKey } from '../../vendors';
import type { CalendarDate, Instants } from '../../../common/clock';
import type { PageRequest } from '../../../common/lists/page';
import type { TenantId, UserId, VendorId } from '../../../common/records/ids';
import { ORDER_STATUSES, type OrderStatus } from '../domain/lifecycle';
import { FROM_NAMED, ROW_BY_ROW, SUMMARY } from './purchase-orders.sql';

export interface OrderFilter {
  readonly statuses?: readonly OrderStatus[];
  /** Current statuses, or statuses before a cancel. */
  readonly statusesReached?: readonly OrderStatus[];
  readonly vendorId?: VendorId;
  readonly departmentId?: number;
  readonly projectId?: number;
  readonly expenseType?: ExpenseType;
  readonly createdById?: UserId;
  /** ISO 4217. */
  readonly currency?: string;
  readonly updated?: Instants;
  readonly externalId?: string;
  /** Inclusive UTC days. */
  readonly createdFrom?: CalendarDate;
  readonly createdTo?: CalendarDate;
  /** Inclusive, with VAT. */
  readonly minAmount?: number;
  readonly maxAmount?: number;
  /** Searched in number, notes, vendor names and line descriptions. */
  readonly search?: string;
}

/** The orders `o` of a list; $1: tenant. The text depends on the given filters, not on their values. */
export function ordersOf(tenantId: TenantId, filter: OrderFilter): Selection {
  const { statusesReached, search } = filter;
  const condition = allOf([
    [(at) => `o.tenant_id = ${at}`, tenantId],
    isOneOf('o.status', filter.statuses),
    [(at) => `(o.status = ANY (${at}::text[]) OR o.cancelled_from = ANY (${at}::text[]))`, statusesReached],
    [(at) => `o.vendor_id = ${at}`, filter.vendorId],
    [(at) => `o.department_id = ${at}`, filter.departmentId],
    [(at) => `o.project_id = ${at}`, filter.projectId],
    [(at) => `o.expense_type = ${at}`, filter.expenseType],
    [(at) => `o.created_by_id = ${at}`, filter.createdById],
    [(at) => `o.currency = ${at}`, filter.currency],
    ...within('o.updated_at', filter.updated),
    [(at) => `o.external_id = ${at}`, filter.externalId],
    [(at) => `o.created_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`, filter.createdFrom],
    [(at) => `o.created_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`, filter.createdTo],
    [(at) => `o.total_amount >= ${at}::numeric`, filter.minAmount],
    [(at) => `o.total_amount <= ${at}::numeric`, filter.maxAmount],
  ]);
  return searched('purchase_orders', condition, search, ROW_BY_ROW);
}

/** The counters that return the number of orders for a filter; undefined if none do. */
export function countedBy(filter: OrderFilter): Counted | undefined {
  const { statuses, statusesReached, departmentId, createdFrom: from, createdTo: to, ...others } = filter;
  if (Object.values(others).some((value) => value !== '') || (statuses && statusesReached)) return undefined;
  const kinds = statuses?.flatMap(keysOf) ?? statusesReached?.flatMap((was) => [...keysOf(was), `cancelled:${was}`]);
  const days = omitUndefined({ from, to });
  if (departmentId === undefined) return { measure: 'order_list', ...omitUndefined({ keys: kinds }), ...days };
  const keys = (kinds ?? ORDER_STATUSES.flatMap(keysOf)).map((key) => `${departmentId}/${key}`);
  return { measure: 'order_list.department', keys, ...days };
}

/** The counter keys of a status. Cancelled orders are counted by their previous status. */
function keysOf(status: OrderStatus): string[] {
  return status === 'cancelled' ? ORDER_STATUSES.map((was) => `cancelled:${was}`) : [status];
}

/** Sort fields that are columns of the order. */
const SORT_COLUMNS = {
  updated: { sql: 'o.updated_at', type: 'timestamptz' },
  approved: { sql: 'o.approved_at', type: 'timestamptz', nullable: true },
  expected: { sql: 'o.expected_delivery_date', type: 'date', nullable: true },
  number: { sql: 'o.po_number', type: 'text' },
  currency: { sql: 'o.currency', type: 'text' },
  subtotal: { sql: 'o.subtotal', type: 'numeric' },
  vat: { sql: 'o.vat_amount', type: 'numeric' },
  total: { sql: 'o.total_amount', type: 'numeric' },
} as const satisfies Readonly<Record<string, Omit<SortTerm, 'order'>>>;

type NamedSort = keyof typeof FROM_NAMED;
export type SortKey = keyof typeof SORT_COLUMNS | NamedSort | 'created' | 'status' | 'id';

type Way = 'asc' | 'desc';

/** The id comes last, so that pages never overlap. Within a status the direction is reversed, to match the index. */
export function sortOf(key: SortKey, order: Way): readonly SortTerm[] {
  if (key === 'id') return [ID(order)];
  if (key === 'created') return [CREATED(order), ID(order)];
  if (isNamed(key)) return [...nameOf(key, order), { ...CREATED(order), within: true }, ID(order)];
  if (key !== 'status') return [{ ...SORT_COLUMNS[key], order }, ID(order)];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [{ sql: 'o.status', type: 'text', order }, { ...CREATED(within), within: true }, ID(within)];
}

const ID = (order: Way): SortTerm => ({ sql: 'o.id', type: 'bigint', order });
const CREATED = (order: Way): SortTerm => ({ sql: 'o.created_at', type: 'timestamptz', order });

/**
 * Whether the sort is by an amount. Under row level security, PostgreSQL does not search an index for a `numeric`
 * value, because that comparison is not leakproof. It reads and skips the earlier rows.
 */
function isAmount(key: SortKey): boolean {
  return sortOf(key, 'asc')[0]?.type === 'numeric';
}

function isNamed(key: SortKey): key is NamedSort {
  return key === 'vendor' || key === 'department';
}

function nameOf(key: NamedSort, order: Way): SortTerm[] {
  const column = `o.${key}_id`;
  const found = key === 'vendor' ? ` AND ${byPrimaryKey('n')}` : '';
  const name = `(SELECT n.name ${FROM_NAMED[key]} WHERE n.tenant_id = $1 AND n.id = ${column}${found})`;
  return [
    { sql: collated(name), type: 'text', order, impliedByNext: true },
    { sql: column, type: 'bigint', order },
  ];
}

/** The same order as {@link nameOf}, for a query that reads the vendors or departments as `n`. */
const byNames = (order: Way): SortTerm[] => [
  { sql: collated('n.name'), type: 'text', order },
  { sql: 'n.id', type: 'bigint', order },
];

export interface OrderPageRequest extends PageRequest {
  readonly sort: SortKey;
}

/** A part of a list of summaries, as `row`. The query selects the page first and then looks up related records. */
export function pageQuery(
  { from, isFound, sql, values }: Selection,
  { sort, order }: Pick<OrderPageRequest, 'sort' | 'order'>,
  part: ListPart,
): Query {
  const placed: unknown[] = [...values];
  const at = (value: unknown): string => `$${placed.push(value)}`;
  const where = part.day === undefined ? sql : `${sql} AND ${fromDay(order, at(part.day))}`;
  const sorted = orderBy(sortOf(sort, order), part.backwards);
  const [limit, offset] = [at(part.limit), at(part.offset)];
  const cut = `LIMIT ${limit} OFFSET ${offset}`;
  const most = `${limit}::bigint + ${offset}::bigint`;
  const direct = (orders = from): string => cutOf(orders, where, sorted, cut, part.far);
  const rows =
    isNamed(sort) && !isFound ? byName(sort, order, where, { backwards: part.backwards, cut, most, direct }) : direct();
  return query(`SELECT ${SUMMARY} AS row FROM (${rows}) o ORDER BY ${sorted}`, placed);
}

/** If many rows are skipped, reads only their ids, from an index alone. */
function cutOf(orders: string, where: string, sorted: string, cut: string, far: boolean): string {
  const rest = `FROM ${orders} o WHERE ${where} ORDER BY ${sorted} ${cut}`;
  return far ? rowsByIds('FROM purchase_orders', `SELECT o.id ${rest}`) : `SELECT o.* ${rest}`;
}

/**
 * Reads orders name by name, and per name at most as many as the page can need. This reads vendors without orders too.
 * So few orders of many vendors are sorted directly, and so are the hits of a search.
 */
function byName(
  sort: NamedSort,
  order: Way,
  where: string,
  { backwards = false, cut, most, names = 'true', direct }: Cut,
): string {
  const column = `${sort}_id`;
  const within = sortOf('created', order);
  const sorted = orderBy([...byNames(order), ...within], backwards);
  const ids = `
    SELECT o.id ${FROM_NAMED[sort]} CROSS JOIN LATERAL (
      SELECT o.id, o.created_at FROM purchase_orders o
       WHERE ${where} AND o.${column} = n.id ORDER BY ${orderBy(within, backwards)} LIMIT ${most}) o
     WHERE n.tenant_id = $1 AND ${names} ORDER BY ${sorted} ${cut}`;
  const rows = rowsByIds('FROM purchase_orders', ids);
  if (sort !== 'vendor') return rows;
  return `WITH chosen AS MATERIALIZED (SELECT ${FEW_ORDERS_MANY_VENDORS} AS direct)
    SELECT * FROM (${rows}) r WHERE NOT (SELECT direct FROM chosen)
    UNION ALL SELECT * FROM (${direct(FIRST_ORDERS)}) d WHERE (SELECT direct FROM chosen)`;
}

/** Whether a table has more than 1,000 rows of the tenant. It does not count further. */
const hasMany = (table: string): string =>
  `(SELECT count(*) > 1000 FROM (SELECT FROM ${table} c WHERE c.tenant_id = $1 ORDER BY c.id LIMIT 1001) c)`;

/** So that no plan reads the whole table. */
const FIRST_ORDERS = '(SELECT c.* FROM purchase_orders c WHERE c.tenant_id = $1 ORDER BY c.id LIMIT 1000)';

const FEW_ORDERS_MANY_VENDORS = `NOT ${hasMany('purchase_orders')} AND ${hasMany('vendors')}`;

interface Cut {
  readonly backwards?: boolean;
  readonly cut: string;
  /** Per name. */
  readonly most: string;
  /** The condition on the named records `n`. */
  readonly names?: string;
  /** The same rows from the given orders, sorted directly. */
  readonly direct: (orders: string) => string;
}

/** The summaries of a part of a list that is read by cursor, as `row`. */
export function walkQuery(
  { from, isFound, sql, values }: Selection,
  { sort, order }: Pick<OrderPageRequest, 'sort' | 'order'>,
  part: WalkPart,
): Query {
  const placed: unknown[] = [...values];
  const at = (value: unknown): string => `$${placed.push(value)}`;
  const sorted = orderBy(sortOf(sort, order));
  const most = at(part.limit);
  const cut = `LIMIT ${most}`;
  const direct = (orders = from): string =>
    cutOf(orders, `${sql} AND ${part.condition(at)}`, part.sorted, cut, isAmount(sort));
  // The part after a name consists of later names, each with its orders.
  const rows =
    isNamed(sort) && !isFound && part.fixed === 0
      ? byName(sort, order, sql, { cut, most, names: part.condition(at, byNames(order)), direct })
      : direct();
  return query(`SELECT ${SUMMARY} AS row, ${part.place} FROM (${rows}) o ORDER BY ${sorted}`, placed);
}

function fromDay(order: Way, day: string): string {
  return order === 'asc'
    ? `o.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`
    : `o.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
}
