import type { CalendarDate } from '../../../common/clock';
import type { PageRequest } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
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
  type SortType,
  type WalkPart,
  within,
} from '../../../platform/database';
import type { Counted, ListPart } from '../../figures';
import type { InvoiceFilter } from '../http/list-query';
import { OF_PROJECT, PAYMENT_STATUS, ROW_BY_ROW } from './invoices.sql';

export interface ListedInvoices extends InvoiceFilter {
  readonly stuck?: string | undefined;
}

/**
 * The invoices `i` of a list; $1 is the tenant. The SQL text depends on which filters are set and on the number
 * of statuses, not on the values.
 * @param today for the status `overdue`
 */
export function invoicesOf(tenantId: TenantId, filter: ListedInvoices, today: CalendarDate): Selection {
  const { search, stuck, paymentStatuses } = filter;
  const condition = allOf([
    [(at) => `i.tenant_id = ${at}`, tenantId],
    isOneOf('i.status', filter.statuses),
    [(at) => `i.vendor_id = ${at}`, filter.vendorId],
    [(at) => `i.purchase_order_id = ${at}`, filter.orderId],
    isOneOf('i.match_status', filter.matchStatuses),
    [OF_PROJECT, filter.projectId],
    [(at) => `i.created_by_id = ${at}`, filter.createdById],
    [(at) => `i.currency = ${at}`, filter.currency],
    [(at) => `i.invoice_date >= ${at}::date`, filter.from],
    [(at) => `i.invoice_date <= ${at}::date`, filter.to],
    [(at) => `i.due_date >= ${at}::date`, filter.dueFrom],
    [(at) => `i.due_date <= ${at}::date`, filter.dueTo],
    ...within('i.updated_at', filter.updated),
    [(at) => `i.external_id = ${at}`, filter.externalId],
  ]);
  const found = searched('invoices', condition, search, ROW_BY_ROW);
  const sql = stuck ? `${found.sql} AND ${stuck}` : found.sql;
  if (!paymentStatuses) return { ...found, sql };
  const values = [...found.values, today, paymentStatuses];
  return {
    ...found,
    sql: `${sql} AND ${PAYMENT_STATUS(`$${values.length - 1}::date`)} = ANY ($${values.length}::text[])`,
    values,
  };
}

/** A part of a list as `row`, in the order of the part. */
export function pageQuery(
  columns: string,
  { from, sql, values }: Selection,
  { sort, order }: Pick<PageRequest, 'sort' | 'order'>,
  part: ListPart,
): Query {
  const given: unknown[] = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = part.day === undefined ? sql : `${sql} AND ${fromDay(order, at(part.day))}`;
  const sorted = orderBy(sortOf(sort, order), part.backwards);
  const cut = `FROM ${from} i WHERE ${where} ORDER BY ${sorted} LIMIT ${at(part.limit)} OFFSET ${at(part.offset)}`;
  return query(`SELECT ${columns} AS row FROM (${cutOf(cut, part.far)}) i ORDER BY ${sorted}`, given);
}

/** A part of a cursor walk as `row`, in the order of the list. */
export function walkQuery(
  columns: string,
  { from, sql, values }: Selection,
  { sort, order }: Pick<PageRequest, 'sort' | 'order'>,
  part: WalkPart,
): Query {
  const given: unknown[] = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const sorted = orderBy(sortOf(sort, order));
  const cut = `FROM ${from} i WHERE ${sql} AND ${part.condition(at)} ORDER BY ${part.sorted} LIMIT ${at(part.limit)}`;
  return query(
    `SELECT ${columns} AS row, ${part.place} FROM (${cutOf(cut, sort === 'total')}) i ORDER BY ${sorted}`,
    given,
  );
}

/** For a large offset only ids are read, from an index alone. */
function cutOf(cut: string, far: boolean): string {
  return far ? rowsByIds('FROM invoices', `SELECT i.id ${cut}`) : `SELECT i.* ${cut}`;
}

function fromDay(order: 'asc' | 'desc', day: string): string {
  return order === 'asc'
    ? `i.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`
    : `i.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
}

/** Counters for the total of a filter; undefined if no counter covers it. */
export function countedBy({ statuses, ...others }: InvoiceFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'invoice_list', ...(statuses ? { keys: statuses } : {}) };
}

const TYPES: Readonly<Record<string, SortType>> = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  submitted_at: 'timestamptz',
  invoice_date: 'date',
  due_date: 'date',
  total: 'numeric',
};

/**
 * Ends with the id, so that pages never overlap. Within one status the time order is reversed, because the indexes
 * store it so.
 */
export function sortOf(column: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const id: SortTerm = { sql: 'i.id', type: 'bigint', order };
  if (column === 'id') return [id];
  const sql = column === 'vendor_invoice_number' ? collated(`i.${column}`) : `i.${column}`;
  const first: SortTerm = { sql, type: TYPES[column] ?? 'text', order };
  if (column !== 'status' && column !== 'match_status') return [first, id];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [
    first,
    { sql: 'i.created_at', type: 'timestamptz', order: within, within: true },
    { sql: 'i.id', type: 'bigint', order: within },
  ];
}
