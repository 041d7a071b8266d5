import type { CalendarDate } from '../common/clock';
import type { InvoiceStatus } from './domain/lifecycle';
import type { MatchStatus } from './domain/policy';

/** What a list may be narrowed to. */
export interface InvoiceFilter {
  readonly status?: InvoiceStatus | undefined;
  readonly vendorId?: number | undefined;
  readonly orderId?: number | undefined;
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
export function conditionOf(tenantId: string, filter: InvoiceFilter): Condition {
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
    !!search && [(at) => `i.id IN (SELECT matching_invoices(${at}))`, pattern(search)],
    stuck === true && [() => STUCK],
  ];
  return clauses.filter((clause) => clause !== false);
}

/** Its match is not approvable (else it were pending), or its vendor is blocked and nobody may approve it. */
const STUCK = `(i.status = 'submitted' OR (i.status = 'pending' AND EXISTS (
    SELECT FROM vendors v WHERE v.tenant_id = i.tenant_id AND v.id = i.vendor_id AND v.status IN ('blocked', 'blacklisted'))))`;

/** The text somewhere inside, each of its characters meaning itself. */
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** ORDER BY of a list; it ends in the id, so that pages never overlap. */
export function sortOf(column: string, order: 'asc' | 'desc'): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return column === 'id' ? `i.id ${direction}` : `i.${column} ${direction}, i.id ${direction}`;
}
