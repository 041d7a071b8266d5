import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import type { Page, PageRequest } from '../../common/page';
import type { InvoiceId, OrderId, TenantId, VendorId } from '../../common/records/ids';
import {
  containing,
  isIndexed,
  orderBy,
  type Query,
  query,
  type ReadScope,
  type SortTerm,
  tenantIdOf,
  UnitOfWork,
} from '../../database';
import { type Counted, listPage, type ListPart } from '../../figures';
import { DECIDERS, DETAIL, EXCEPTION, ROW_BY_ROW, STUCK, SUMMARY, THROUGH_INDEX } from './invoices.sql';
import { type CalendarDate, Clock } from '../../common/clock';
import type { PeopleRow, StepRow } from '../../approvals';
import { INITIAL_PERMISSIONS } from '../../common/actor/permissions';
import type { DocumentRow } from '../../documents';
import type { InvoiceStatus } from '../domain/lifecycle';
import type { MatchStatus } from '../../common/records/matching';
import type { ReferencedVendor } from '../../vendors';
import type { StoredMatch } from '../entities/invoice.entity';
import type { ApprovalStateOut, InvoiceDetailOut, InvoiceSummaryOut } from '../http/answers';

/** Rows are read as their answers show them, but for what an answer derives from them. Days are `YYYY-MM-DD`. */

/** What every answer about an invoice is built from. */
export interface InvoiceHeadRow extends Omit<InvoiceSummaryOut, 'payment_status' | 'vendor' | 'purchase_order'> {
  readonly id: InvoiceId;
  readonly status: InvoiceStatus;
  readonly match_status: MatchStatus;
  readonly credited_amount: number;
  readonly paid_amount: number;
}

/** An invoice in a list. */
export type InvoiceSummaryRow = InvoiceHeadRow & Pick<InvoiceSummaryOut, 'vendor' | 'purchase_order'>;

/** An invoice that waits and is not approvable, or whose vendor is blocked. */
export interface ExceptionRow extends InvoiceSummaryRow {
  readonly vendor: InvoiceSummaryOut['vendor'] & { readonly status: ReferencedVendor['status'] };
  readonly submitted_at: string;
  readonly match: StoredMatch;
}

/** What the answer about a whole invoice derives. */
type Derived =
  | 'payment_status'
  | 'goods_receipt'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_due'
  | 'match_summary'
  | 'attachments'
  | keyof ApprovalStateOut;

/** Who could decide an invoice that waits, and what says who of them may. */
export interface InvoiceDeciders {
  readonly people: PeopleRow;
  readonly department_id: number | null;
  /** Whom self-approval bars where it is prevented. */
  readonly involved: readonly number[];
  /** Roles that may decide about invoices at all. */
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A whole invoice, read in one statement. */
export interface InvoiceRow extends InvoiceHeadRow, Omit<InvoiceDetailOut, Derived | keyof InvoiceHeadRow> {
  readonly match: StoredMatch | null;
  readonly last_matched_at: string | null;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly steps: readonly StepRow[];
  readonly current_step: number | null;
  /** There for an invoice that waits for its decision. */
  readonly deciders?: InvoiceDeciders;
}

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

/** The read side of invoices: one round trip an answer, whatever the number of rows or lines. */
@Injectable()
export class InvoicesQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One invoice with everything about it; one that waits for its decision with those who could take it.
   * @param scope the tenant, or the transaction whose writes it is to see
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: InvoiceId): Promise<InvoiceRow> {
    const tenantId = tenantIdOf(scope);
    for (;;) {
      const [[row]] = await this.unitOfWork.readShared<[{ head: object; rest: object }]>(
        scope,
        query(DETAIL, [tenantId, id]),
      );
      if (!row) throw notFound();
      const invoice = { ...row.head, ...row.rest } as InvoiceRow;
      if (invoice.status !== 'pending') return invoice;
      const roles = ['admin', ...INITIAL_PERMISSIONS['invoices.approve']];
      const deciders = query(DECIDERS, [tenantId, id, invoice.version, this.clock.today(), roles]);
      const [[found]] = await this.unitOfWork.readShared<[InvoiceDeciders]>(scope, deciders);
      // Decided or changed in between: read again, so that both show the same moment.
      if (found) return { ...invoice, deciders: found };
    }
  }

  /** A page of summaries with the exact total. */
  async list(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<InvoiceSummaryRow>> {
    return this.page<InvoiceSummaryRow>(SUMMARY, tenantId, filter, request);
  }

  /** A page of what waits for something other than a decision. */
  async exceptions(tenantId: TenantId, filter: InvoiceFilter, request: PageRequest): Promise<Page<ExceptionRow>> {
    return this.page<ExceptionRow>(EXCEPTION, tenantId, { ...filter, stuck: true }, request);
  }

  private async page<Row>(
    columns: string,
    tenantId: TenantId,
    filter: InvoiceFilter,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const condition = conditionOf(tenantId, filter);
    return listPage<Row>(
      this.unitOfWork,
      tenantId,
      {
        counted: countedBy(filter),
        byCreation: request.sort === 'created_at' ? request.order : undefined,
        count: () => query(`SELECT count(*) AS total FROM invoices i WHERE ${condition.sql}`, condition.values),
        rows: (part) => pageQuery(columns, condition, request, part),
        show: (found) => (found as { row: Row }).row,
      },
      request,
    );
  }
}

/** A condition over `invoices i` and the values of its placeholders, of which the tenant is always $1. */
interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The WHERE of a list. Its text depends on which filters are given, never on their values. */
function conditionOf(tenantId: TenantId, filter: InvoiceFilter): Condition {
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
function pageQuery(
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

/** From the day's beginning on, in the direction of the list. */
function fromDay(order: 'asc' | 'desc', day: string): string {
  return order === 'asc'
    ? `i.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`
    : `i.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
}

/** The counters that know how many invoices a filter leaves; undefined when there are none for it. */
function countedBy({ status, ...others }: InvoiceFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'invoice_list', ...(status ? { keys: [status] } : {}) };
}

/**
 * The order of a list; it ends in the id, so that pages never overlap. Of one status the newest come first when it is
 * sorted upwards, as the indexes have them.
 */
function sortOf(column: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const id: SortTerm = { sql: 'i.id', order };
  if (column === 'id') return [id];
  const first: SortTerm = { sql: `i.${column}`, order };
  if (column !== 'status' && column !== 'match_status') return [first, id];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [first, { sql: 'i.created_at', order: within }, { sql: 'i.id', order: within }];
}
