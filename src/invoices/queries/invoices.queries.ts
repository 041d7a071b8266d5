import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import type { Page, PageRequest } from '../../common/page';
import type { InvoiceId, TenantId } from '../../common/records/ids';
import { orderBy, type Query, query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import { type ListPart, listPage } from '../../figures';
import { type Condition, conditionOf, countedBy, type InvoiceFilter, sortOf } from './invoice-filters';
import type { ExceptionRow, InvoiceRow, InvoiceSummaryRow } from './invoice-rows';
import { DETAIL, EXCEPTION, SUMMARY } from './invoices.sql';

/** The read side of invoices: one round trip an answer, whatever the number of rows or lines. */
@Injectable()
export class InvoicesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * One invoice with everything about it.
   * @param scope the tenant, or the transaction whose writes it is to see
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: InvoiceId): Promise<InvoiceRow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.readShared<[{ head: object; rest: object }]>(
      scope,
      query(DETAIL, [tenantId, id]),
    );
    if (!row) throw notFound();
    return { ...row.head, ...row.rest } as InvoiceRow;
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
