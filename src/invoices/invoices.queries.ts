import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import { query, UnitOfWork } from '../database';
import { conditionOf, type InvoiceFilter, sortOf } from './invoice-filters';
import type { ExceptionRow, InvoiceRow, InvoiceSummaryRow } from './invoice-rows';
import { DETAIL, EXCEPTION, SUMMARY } from './invoices.sql';

/** The read side of invoices: one flight an answer, whatever the number of rows or lines. */
@Injectable()
export class InvoicesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** One invoice with everything about it. Inside a transaction it sees what that has written. */
  async get(tenantId: string, id: number): Promise<InvoiceRow> {
    const [[row]] = await this.unitOfWork.read<[{ head: object; rest: object }]>(
      tenantId,
      query(DETAIL, [tenantId, id]),
    );
    if (!row) throw notFound();
    return { ...row.head, ...row.rest } as InvoiceRow;
  }

  /** A page of summaries with the exact total. */
  async list(tenantId: string, filter: InvoiceFilter, request: PageRequest): Promise<Page<InvoiceSummaryRow>> {
    return this.page<InvoiceSummaryRow>(SUMMARY, tenantId, filter, request);
  }

  /** A page of what waits for something other than a decision. */
  async exceptions(tenantId: string, filter: InvoiceFilter, request: PageRequest): Promise<Page<ExceptionRow>> {
    return this.page<ExceptionRow>(EXCEPTION, tenantId, { ...filter, stuck: true }, request);
  }

  private async page<Row>(
    columns: string,
    tenantId: string,
    filter: InvoiceFilter,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const condition = conditionOf(tenantId, filter);
    const limit = condition.values.length + 1;
    const sort = sortOf(request.sort, request.order);
    const [rows, [counted]] = await this.unitOfWork.read<[{ row: Row }, { total: number }]>(
      tenantId,
      query(
        `SELECT ${columns} AS row FROM (
           SELECT i.* FROM invoices i WHERE ${condition.sql} ORDER BY ${sort} LIMIT $${limit} OFFSET $${limit + 1}) i
          ORDER BY ${sort}`,
        [...condition.values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM invoices i WHERE ${condition.sql}`, condition.values),
    );
    return new Page(
      rows.map(({ row }) => row),
      counted?.total ?? 0,
      request,
    );
  }
}
