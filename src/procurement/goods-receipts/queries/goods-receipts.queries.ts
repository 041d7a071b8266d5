import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { OrderId, TenantId } from '../../../common/records/ids';
import {
  allOf,
  type Condition,
  containing,
  oneContains,
  isOneOf,
  mustBeThere,
  query,
  readList,
  readOne,
  type ReadScope,
  type SelectedList,
  sortedBy,
  UnitOfWork,
  within,
  type After,
  rowsAfter,
  type Transaction,
} from '../../../platform/database';
import { DETAIL, ORDER, RECEIPTS, SUMMARY, WHOLE } from './goods-receipts.sql';
import type { ReceiptDetailRow, ReceiptSummaryRow } from '../http/answers';
import type { ReceiptFilter } from '../http/requests';

/** Reads receipts. One round trip per response for any number of rows or lines. */
@Injectable()
export class GoodsReceiptsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param scope the tenant, or the transaction whose writes must be visible
   * @throws DomainError NOT_FOUND
   */
  get(scope: ReadScope, id: number): Promise<ReceiptDetailRow> {
    return readOne(this.unitOfWork, scope, DETAIL, id);
  }

  /** All receipts of the tenant in batches. */
  after(tx: Transaction, after: After): Promise<ReceiptDetailRow[]> {
    return rowsAfter(tx, WHOLE, 'g.id', after);
  }

  /** Returns a page of receipts, or the rows after a cursor. @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: ReceiptFilter, request: PageRequest): Promise<Page<ReceiptSummaryRow>> {
    return readList(this.unitOfWork, tenantId, listOf('goods_receipts', tenantId, filter, request), request);
  }

  /** Like {@link list}, for one order. @throws DomainError NOT_FOUND for an unknown order; BAD_REQUEST on `cursor` */
  async listOfOrder(
    tenantId: TenantId,
    orderId: OrderId,
    filter: ReceiptFilter,
    request: PageRequest,
  ): Promise<Page<ReceiptSummaryRow>> {
    const list = listOf(`purchase_orders/${orderId}/goods_receipts`, tenantId, { ...filter, orderId }, request);
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(ORDER, [tenantId, orderId])));
  }
}

const CODES: readonly string[] = ['gr_number', 'status'];

function listOf(
  name: string,
  tenantId: TenantId,
  filter: ReceiptFilter,
  request: PageRequest,
): SelectedList<ReceiptSummaryRow> {
  const where = conditionOf(tenantId, filter);
  return { name, columns: SUMMARY, from: `FROM ${RECEIPTS}`, where, terms: sortedBy('g', request, { codes: CODES }) };
}

/** The WHERE clause over `goods_receipts g` and its order `o`. */
function conditionOf(tenantId: TenantId, filter: ReceiptFilter): Condition {
  const { statuses, orderId, vendorId, projectId, createdById, from, to, updated, externalId, search } = filter;
  return allOf([
    [(at) => `g.tenant_id = ${at}`, tenantId],
    isOneOf('g.status', statuses),
    [(at) => `g.purchase_order_id = ${at}`, orderId],
    [(at) => `o.vendor_id = ${at}`, vendorId],
    [(at) => `o.project_id = ${at}`, projectId],
    [(at) => `g.created_by_id = ${at}`, createdById],
    [(at) => `g.received_at >= ${at}::date::timestamp AT TIME ZONE 'UTC'`, from],
    [(at) => `g.received_at < (${at}::date + 1)::timestamp AT TIME ZONE 'UTC'`, to],
    ...within('g.updated_at', updated),
    [(at) => `g.external_id = ${at}`, externalId],
    [oneContains(['g.gr_number', 'g.delivery_note_number']), search ? containing(search) : undefined],
  ]);
}
