import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { OrderId, TenantId } from '../../common/records/ids';
import { query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import { DETAIL, ORDER, RECEIPTS, SUMMARY } from './goods-receipts.sql';
import { conditionOf, type ReceiptFilter } from './receipt-filters';
import type { ReceiptDetailRow, ReceiptRow } from './receipt-rows';

/** The read side of receipts: one round trip an answer, whatever the number of rows or lines. */
@Injectable()
export class GoodsReceiptsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * One receipt with its lines and returns.
   * @param scope the tenant, or the transaction whose writes it is to see
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: number): Promise<ReceiptDetailRow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.readShared<[ReceiptDetailRow]>(scope, query(DETAIL, [tenantId, id]));
    if (!row) throw notFound();
    return row;
  }

  /** A page of receipts with the exact total. */
  async list(tenantId: TenantId, filter: ReceiptFilter, request: PageRequest): Promise<Page<ReceiptRow>> {
    const [rows, [counted]] = await this.unitOfWork.read<[ReceiptRow, { total: number }]>(
      tenantId,
      ...pageOf(tenantId, filter, request),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }

  /**
   * A page of one order's receipts.
   * @throws DomainError NOT_FOUND when there is no such order
   */
  async listOfOrder(
    tenantId: TenantId,
    orderId: OrderId,
    filter: ReceiptFilter,
    request: PageRequest,
  ): Promise<Page<ReceiptRow>> {
    const [[order], rows, [counted]] = await this.unitOfWork.read<[object, ReceiptRow, { total: number }]>(
      tenantId,
      query(ORDER, [tenantId, orderId]),
      ...pageOf(tenantId, { ...filter, orderId }, request),
    );
    if (!order) throw notFound();
    return new Page(rows, counted?.total ?? 0, request);
  }
}

function pageOf(tenantId: TenantId, filter: ReceiptFilter, { page, perPage, sort, order }: PageRequest) {
  const { sql, values } = conditionOf(tenantId, filter);
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted = sort === 'id' ? `g.id ${direction}` : `g.${sort} ${direction}, g.id ${direction}`;
  const limit = values.length + 1;
  return [
    query(`SELECT ${SUMMARY} FROM ${RECEIPTS} WHERE ${sql} ORDER BY ${sorted} LIMIT $${limit} OFFSET $${limit + 1}`, [
      ...values,
      perPage,
      (page - 1) * perPage,
    ]),
    query(`SELECT count(*) AS total FROM ${RECEIPTS} WHERE ${sql}`, values),
  ] as const;
}
