import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import { Page } from '../common/page';
import { query, UnitOfWork } from '../database';
import { documentsOf, type DocumentRow } from '../documents';
import { conditionOf, type OrderFilter, sortOf, type SortKey } from './order-filters';
import type { OrderDetail, OrderRow, OrderSummaryRow } from './order-rows';
import { ORDER, SUMMARY } from './purchase-orders.sql';

/** A page asked for, its sort in neutral words. */
export interface OrderPageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly sort: SortKey;
  readonly order: 'asc' | 'desc';
}

/** The read side of orders: one flight an answer, whatever the number of rows or lines. */
@Injectable()
export class PurchaseOrdersQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** One order with everything about it. Inside a transaction it sees what that has written. */
  async get(tenantId: string, id: number): Promise<OrderDetail> {
    const [[row], documents] = await this.unitOfWork.read<[{ header: object; rest: object }, DocumentRow]>(
      tenantId,
      query(ORDER, [tenantId, id, this.clock.today()]),
      documentsOf(tenantId, [id]),
    );
    if (!row) throw notFound();
    return { order: { ...row.header, ...row.rest } as OrderRow, documents };
  }

  /** A page of summaries with the exact total. */
  async list(tenantId: string, filter: OrderFilter, request: OrderPageRequest): Promise<Page<OrderSummaryRow>> {
    const condition = conditionOf(tenantId, filter);
    const limit = condition.values.length + 1;
    const [rows, [counted]] = await this.unitOfWork.read<[{ row: OrderSummaryRow }, { total: number }]>(
      tenantId,
      query(
        `SELECT ${SUMMARY} AS row FROM (
           SELECT o.* FROM purchase_orders o WHERE ${condition.sql}
            ORDER BY ${sortOf(request.sort, request.order)} LIMIT $${limit} OFFSET $${limit + 1}) o
          ORDER BY ${sortOf(request.sort, request.order)}`,
        [...condition.values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM purchase_orders o WHERE ${condition.sql}`, condition.values),
    );
    return new Page(
      rows.map(({ row }) => row),
      counted?.total ?? 0,
      request,
    );
  }
}
