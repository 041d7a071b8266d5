import type { CalendarDate } from '../../common/clock';
import type { PageRequest } from '../../common/page';
import type { MatchStatus } from '../../common/records/matching';
import type { OrderId, TenantId, VendorId } from '../../common/records/ids';
import {
  type Condition,
  containing,
  isIndexed,
  orderBy,
  type Query,
  query,
  type SortTerm,
  type SortType,
  type WalkPart,
} from '../../database';
import type { Counted, ListPart } from '../../figures';
import type { InvoiceStatus } from '../domain/lifecycle';
import { ROW_BY_ROW, STUCK, THROUGH_INDEX } from './invoices.sql';

/** What a list may be narrowed to. */
export interface InvoiceFilter {
  readonly status?: InvoiceStatus | undefined;
  readonly vendorId?: VendorId | undefined;
  readonly orderId?: OrderId | undefined;
  readonly matchStatus?: MatchStatus | undefined;
  /** Inclusive days of the invoice's date. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly externalId?: string | undefined;
  /** Looked for in both numbers, the description and the vendor's names. */
  readonly search?: string | undefined;
  /** Only those that wait for something other than a decision. */
  readonly stuck?: boolean | undefined;
}

/** The WHERE of a list over `invoices i`; the tenant is always $1. Its text depends on which filters are given, never on their values. */
export function conditionOf(tenantId: TenantId, filter: InvoiceFilter): Condition {
  const { status, vendorId, orderId, matchStatus, from, to, externalId, search, stuck } = filter;
  const values: unknown[] = [tenantId];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['i.tenant_id = $1'];
  if (status !== undefined) conditions.push(`i.status = ${at(status)}`);
  if (vendorId !== undefined) conditions.push(`i.vendor_id = ${at(vendorId)}`);
  if (orderId !== undefined) conditions.push(`i.purchase_order_id = ${at(orderId)}`);
  if (matchStatus !== undefined) conditions.push(`i.match_status = ${at(matchStatus)}`);
  if (from !== undefined) conditions.push(`i.invoice_date >= ${at(from)}::date`);
  if (to !== undefined) conditions.push(`i.invoice_date <= ${at(to)}::date`);
  if (externalId !== undefined) conditions.push(`i.external_id = ${at(externalId)}`);
  if (search) conditions.push((isIndexed(search) ? THROUGH_INDEX : ROW_BY_ROW)(at(containing(search))));
  if (stuck) conditions.push(STUCK);
  return { sql: conditions.join(' AND '), values };
}

/** A part of a list, as `row`, in the part's own order. Where many rows are passed over only their ids are read. */
export function pageQuery(
  columns: string,
  { sql, values }: Condition,
  { sort, order }: Pick<PageRequest, 'sort' | 'order'>,
  part: ListPart,
): Query {
  const given: unknown[] = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = part.day === undefined ? sql : `${sql} AND ${fromDay(order, at(part.day))}`;
  const sorted = orderBy(sortOf(sort, order), part.backwards);
  const cut = `FROM invoices i WHERE ${where} ORDER BY ${sorted} LIMIT ${at(part.limit)} OFFSET ${at(part.offset)}`;
  const page = part.far
    ? `SELECT found.* FROM (SELECT i.id ${cut}) p CROSS JOIN LATERAL (
         SELECT * FROM invoices f WHERE f.tenant_id = $1 AND f.id = p.id OFFSET 0) found`
    : `SELECT i.* ${cut}`;
  return query(`SELECT ${columns} AS row FROM (${page}) i ORDER BY ${sorted}`, given);
}

/** The rows of a part of a list that is walked, as `row`, in the list's order. */
export function walkQuery(
  columns: string,
  { sql, values }: Condition,
  { sort, order }: Pick<PageRequest, 'sort' | 'order'>,
  part: WalkPart,
): Query {
  const given: unknown[] = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = `${sql} AND ${part.condition(at)}`;
  const sorted = orderBy(sortOf(sort, order));
  return query(
    `SELECT ${columns} AS row, ${part.place} FROM (
       SELECT i.* FROM invoices i WHERE ${where} ORDER BY ${sorted} LIMIT ${at(part.limit)}) i ORDER BY ${sorted}`,
    given,
  );
}

/** From the day's beginning on, in the direction of the list. */
function fromDay(order: 'asc' | 'desc', day: string): string {
  return order === 'asc'
    ? `i.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`
    : `i.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
}

/** The counters that know how many invoices a filter leaves; undefined when there are none for it. */
export function countedBy({ status, ...others }: InvoiceFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'invoice_list', ...(status ? { keys: [status] } : {}) };
}

/** Of the fields that a list can be sorted by, those that are no texts. */
const TYPES: Readonly<Record<string, SortType>> = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  submitted_at: 'timestamptz',
  invoice_date: 'date',
  due_date: 'date',
  total: 'numeric',
};

/**
 * The order of a list; it ends in the id, so that pages never overlap. Of one status the newest come first when it is
 * sorted upwards, as the indexes have them.
 */
export function sortOf(column: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const id: SortTerm = { sql: 'i.id', type: 'bigint', order };
  if (column === 'id') return [id];
  const first: SortTerm = { sql: `i.${column}`, type: TYPES[column] ?? 'text', order };
  if (column !== 'status' && column !== 'match_status') return [first, id];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [
    first,
    { sql: 'i.created_at', type: 'timestamptz', order: within, within: true },
    { sql: 'i.id', type: 'bigint', order: within },
  ];
}
