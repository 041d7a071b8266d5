import type { CalendarDate } from '../../common/clock';
import { containing, isIndexed, type SortTerm } from '../../database';
import type { Counted } from '../../figures';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { MatchStatus } from '../../common/records/matching';
import type { OrderId, TenantId, VendorId } from '../../common/records/ids';
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
  /** Looked for in both numbers, the description and the vendor's names. */
  readonly search?: string | undefined;
  /** Only those that wait for something other than a decision. */
  readonly stuck?: boolean | undefined;
}

/** A condition over `invoices i` and the values of its placeholders, of which the tenant is always $1. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

type Clause = readonly [sql: (...placeholders: string[]) => string, ...values: unknown[]];

/** The WHERE of a list. Its text depends on which filters are given, never on their values. */
export function conditionOf(tenantId: TenantId, filter: InvoiceFilter): Condition {
  const texts = ['i.tenant_id = $1'];
  const values: unknown[] = [tenantId];
  for (const [text, ...given] of clausesOf(filter)) {
    const placeholders = given.map((value) => `$${values.push(value)}`);
    texts.push(text(...placeholders));
  }
  return { sql: texts.join(' AND '), values };
}

function clausesOf(filter: InvoiceFilter): Clause[] {
  const { status, vendorId, orderId, matchStatus, from, to, search, stuck } = filter;
  const clauses: (Clause | false)[] = [
    status !== undefined && [(at) => `i.status = ${at}`, status],
    vendorId !== undefined && [(at) => `i.vendor_id = ${at}`, vendorId],
    orderId !== undefined && [(at) => `i.purchase_order_id = ${at}`, orderId],
    matchStatus !== undefined && [(at) => `i.match_status = ${at}`, matchStatus],
    from !== undefined && [(at) => `i.invoice_date >= ${at}::date`, from],
    to !== undefined && [(at) => `i.invoice_date <= ${at}::date`, to],
    !!search && [isIndexed(search) ? THROUGH_INDEX : ROW_BY_ROW, containing(search)],
    stuck === true && [() => STUCK],
  ];
  return clauses.filter((clause) => clause !== false);
}

/** The counters that know how many invoices a filter leaves; undefined when there are none for it. */
export function countedBy({ status, ...others }: InvoiceFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'invoice_list', ...(status ? { keys: [status] } : {}) };
}

/**
 * The order of a list; it ends in the id, so that pages never overlap. Of one status the newest come first when it is
 * sorted upwards, as the indexes have them.
 */
export function sortOf(column: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const id: SortTerm = { sql: 'i.id', order };
  if (column === 'id') return [id];
  const first: SortTerm = { sql: `i.${column}`, order };
  if (column !== 'status' && column !== 'match_status') return [first, id];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [first, { sql: 'i.created_at', order: within }, { sql: 'i.id', order: within }];
}
