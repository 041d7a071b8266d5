import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { OrderId, TenantId, VendorId } from '../../common/records/ids';
import type { DocumentRow } from '../../documents';
import { containing, query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import { DETAIL, ORDER, RECEIPTS, SUMMARY } from './goods-receipts.sql';
import type { CalendarDate } from '../../common/clock';
import type { ReceiptStatus } from '../domain/receipt';
import type { ReceiptLineOut, ReceiptOut, ReceiptSummaryOut } from '../http/answers';

/** A whole receipt: as its answer shows it, but for what is accepted of each line. */
export interface ReceiptDetailRow extends Omit<ReceiptOut, 'lines' | 'attachments'> {
  readonly status: ReceiptStatus;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly lines: readonly Omit<ReceiptLineOut, 'quantity_accepted'>[];
}

/** What a list may be narrowed to. */
export interface ReceiptFilter {
  readonly status?: ReceiptStatus | undefined;
  readonly orderId?: OrderId | undefined;
  readonly vendorId?: VendorId | undefined;
  /** Inclusive days of the receiving, UTC. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly externalId?: string | undefined;
  /** Looked for in the receipt's and the delivery note's number. */
  readonly search?: string | undefined;
}

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
  async list(tenantId: TenantId, filter: ReceiptFilter, request: PageRequest): Promise<Page<ReceiptSummaryOut>> {
    const [rows, [counted]] = await this.unitOfWork.read<[ReceiptSummaryOut, { total: number }]>(
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
  ): Promise<Page<ReceiptSummaryOut>> {
    const [[order], rows, [counted]] = await this.unitOfWork.read<[object, ReceiptSummaryOut, { total: number }]>(
      tenantId,
      query(ORDER, [tenantId, orderId]),
      ...pageOf(tenantId, { ...filter, orderId }, request),
    );
    if (!order) throw notFound();
    return new Page(rows, counted?.total ?? 0, request);
  }
}

/** The statements of a page of receipts and of their number. */
function pageOf(tenantId: TenantId, filter: ReceiptFilter, { page, perPage, sort, order }: PageRequest) {
  const values: unknown[] = [tenantId];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const where = ['g.tenant_id = $1', ...conditionsOf(filter, at)].join(' AND ');
  const counted = query(`SELECT count(*) AS total FROM ${RECEIPTS} WHERE ${where}`, [...values]);
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const sorted = sort === 'id' ? `g.id ${direction}` : `g.${sort} ${direction}, g.id ${direction}`;
  const cut = `LIMIT ${at(perPage)} OFFSET ${at((page - 1) * perPage)}`;
  return [
    query(`SELECT ${SUMMARY} FROM ${RECEIPTS} WHERE ${where} ORDER BY ${sorted} ${cut}`, values),
    counted,
  ] as const;
}

/** What narrows a list over `goods_receipts g` and its order `o`. */
function conditionsOf(filter: ReceiptFilter, at: (value: unknown) => string): string[] {
  const { status, orderId, vendorId, from, to, externalId, search } = filter;
  const conditions: string[] = [];
  if (status !== undefined) conditions.push(`g.status = ${at(status)}`);
  if (orderId !== undefined) conditions.push(`g.purchase_order_id = ${at(orderId)}`);
  if (vendorId !== undefined) conditions.push(`o.vendor_id = ${at(vendorId)}`);
  if (from !== undefined) conditions.push(`g.received_at >= ${at(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (to !== undefined) conditions.push(`g.received_at < (${at(to)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  if (externalId !== undefined) conditions.push(`g.external_id = ${at(externalId)}`);
  if (search) {
    const text = at(containing(search));
    conditions.push(`(g.gr_number ILIKE ${text} OR g.delivery_note_number ILIKE ${text})`);
  }
  return conditions;
}
