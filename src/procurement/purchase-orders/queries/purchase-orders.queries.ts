import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { invalid, notFound } from '../../../common/errors';
import type { StoredWarnings, Warning } from '../../../common/warnings';
import type { Page } from '../../../common/lists/page';
import type { OrderId, TenantId, VendorId } from '../../../common/records/ids';
import {
  orderBy,
  query,
  readOne,
  type ReadScope,
  tenantIdOf,
  type Transaction,
  UnitOfWork,
  type After,
  rowsAfter,
} from '../../../platform/database';
import { listPage } from '../../figures';
import type { PurchaseOrder } from '../entities/purchase-order.entity';
import { OrderPorts } from '../ports';
import {
  ordersOf,
  countedBy,
  type OrderFilter,
  type OrderPageRequest,
  pageQuery,
  sortOf,
  walkQuery,
} from './order-list';
import type { ChangedOrder, Deciders, OrderDetail, OrderSummaryRow, PartiesRow } from './order-rows';
import { causesSql, DECIDERS, MISSING_PLACES, ordersSql, PARTIES, SUMMARY, VENDOR } from './purchase-orders.sql';

/** Reads orders. A response needs one or two round trips, independent of the number of rows or lines. */
@Injectable()
export class PurchaseOrdersQueries {
  private ordersText?: string;
  private orderText?: string;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * One full order with its current warnings and, if it is pending approval, its possible approvers.
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: OrderId): Promise<ChangedOrder> {
    const tenantId = tenantIdOf(scope);
    for (;;) {
      const [[row]] = await this.unitOfWork.readShared<[Found]>(scope, query(this.order, [tenantId, id]));
      if (!row) throw notFound();
      const detail = this.whole(row);
      const { order } = detail;
      if (order.status !== 'pending_approval') return detail;
      const deciders = await this.decidersOf(scope, detail);
      // The order changed between the two reads. Read it again, so that order and approvers match.
      if (deciders) return { ...detail, deciders };
    }
  }

  /**
   * Reads a locked order after its last change, for the response. The statements travel with the commit, so the locks
   * of the transaction are not held for one more round trip.
   * @returns waits for the answer; call it after the transaction
   */
  answer(tx: Transaction, order: Pick<PurchaseOrder, 'id' | 'status' | 'version'>): () => Promise<ChangedOrder> {
    const { id, status, version } = order;
    const found = tx.send<Found>(this.order, [tx.tenantId, id]);
    const deciders =
      status === 'pending_approval'
        ? tx.send<Deciders>(DECIDERS, [tx.tenantId, id, version, this.clock.today()])
        : Promise.resolve([]);
    return async () => {
      const [[row], [people]] = await Promise.all([found, deciders]);
      if (!row) throw notFound();
      return { ...this.whole(row), ...(people && { deciders: people }) };
    };
  }

  async warnings(scope: ReadScope, id: OrderId): Promise<readonly Warning[]> {
    return (await this.warningsOf(scope, [id])).get(id) ?? [];
  }

  /** Current warnings by order. Orders without warnings are missing. */
  async warningsOf(scope: ReadScope, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Warning[]>> {
    const { sql, of } = this.storedWarnings;
    const values = [tenantIdOf(scope), ids];
    const [rows] = await this.unitOfWork.readShared<[CauseRow]>(scope, query(causesSql(sql), values));
    return new Map(rows.filter(({ cause }) => cause !== null).map(({ id, cause }) => [id, of(cause)]));
  }

  get storedWarnings(): StoredWarnings {
    return this.ports.warnings;
  }

  /** {@link ordersSql} with the port's SQL. The port is set only after the application has started. */
  private get orders(): string {
    return (this.ordersText ??= ordersSql(this.storedWarnings.sql));
  }

  /** Parameters: tenant, order id. */
  private get order(): string {
    return (this.orderText ??= `${this.orders} AND o.id = $2`);
  }

  private whole({ cause, ...detail }: Found): ChangedOrder {
    return { ...detail, warnings: this.storedWarnings.of(cause) };
  }

  /** All orders of the tenant, in batches by id. In a snapshot, the possible approvers are from the same moment. */
  async after(tx: Transaction, after: After): Promise<ChangedOrder[]> {
    const rows = await rowsAfter<Found>(tx, this.orders, 'o.id', after);
    return Promise.all(
      rows.map(async (row) => {
        const detail = this.whole(row);
        const deciders = detail.order.status === 'pending_approval' ? await this.decidersOf(tx, detail) : undefined;
        return deciders ? { ...detail, deciders } : detail;
      }),
    );
  }

  private async decidersOf(scope: ReadScope, { order }: OrderDetail): Promise<Deciders | undefined> {
    const values = [tenantIdOf(scope), order.id, order.version, this.clock.today()];
    const [[found]] = await this.unitOfWork.readShared<[Deciders]>(scope, query(DECIDERS, values));
    return found;
  }

  /** @throws DomainError NOT_FOUND */
  parties(tenantId: TenantId, id: OrderId): Promise<PartiesRow> {
    return readOne(this.unitOfWork, tenantId, PARTIES, id);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: OrderFilter, request: OrderPageRequest): Promise<Page<OrderSummaryRow>> {
    return this.listNamed('purchase_orders', tenantId, filter, request);
  }

  private listNamed(
    name: string,
    tenantId: TenantId,
    filter: OrderFilter,
    request: OrderPageRequest,
  ): Promise<Page<OrderSummaryRow>> {
    const orders = ordersOf(tenantId, filter);
    return listPage<OrderSummaryRow>(
      this.unitOfWork,
      tenantId,
      {
        name,
        terms: sortOf(request.sort, request.order),
        counted: countedBy(filter),
        byCreation: request.sort === 'created' ? request.order : undefined,
        count: () => query(`SELECT count(*) AS total FROM ${orders.from} o WHERE ${orders.sql}`, orders.values),
        rows: (part) => pageQuery(orders, request, part),
        walked: (part) => walkQuery(orders, request, part),
        show: (found) => (found as Shown).row,
      },
      request,
    );
  }

  /**
   * Orders of one vendor; empty if the filter names another vendor.
   * @throws DomainError NOT_FOUND for an unknown vendor; BAD_REQUEST on `cursor`
   */
  async listOfVendor(
    tenantId: TenantId,
    vendorId: VendorId,
    filter: OrderFilter,
    request: OrderPageRequest,
  ): Promise<Page<OrderSummaryRow>> {
    const isOther = filter.vendorId !== undefined && filter.vendorId !== vendorId;
    const wanted: OrderFilter = { ...filter, vendorId, ...(isOther && { statuses: [] }) };
    const [page, [[vendor]]] = await Promise.all([
      this.listNamed(`vendors/${vendorId}/purchase_orders`, tenantId, wanted, request),
      this.unitOfWork.readShared<[object]>(tenantId, query(VENDOR, [tenantId, vendorId])),
    ]);
    if (!vendor) throw notFound();
    return page;
  }

  /**
   * Checks that the order's department and project exist and are active.
   * @param refusal the message for one that is not
   * @throws DomainError VALIDATION_ERROR on `department_id` and `project_id`
   */
  async requirePlaces(
    tx: Transaction,
    { departmentId = null, projectId = null }: { departmentId?: number | null; projectId?: number | null },
    refusal: 'validation.exists' | 'validation.deactivated' = 'validation.exists',
  ): Promise<void> {
    if (departmentId === null && projectId === null) return;
    const missing = await tx.query<{ field: string }>(MISSING_PLACES, [tx.tenantId, departmentId, projectId]);
    if (missing.length === 0) return;
    throw invalid(Object.fromEntries(missing.map(({ field }) => [field, [{ key: refusal }]])));
  }

  /**
   * Every matching summary, in order. One query fixes the ids; the rows are then read in batches, so that a slow client
   * holds neither a connection nor the whole list in memory.
   */
  async *all(
    tenantId: TenantId,
    filter: OrderFilter,
    { sort, order }: Pick<OrderPageRequest, 'sort' | 'order'>,
  ): AsyncGenerator<OrderSummaryRow> {
    const { from, sql, values } = ordersOf(tenantId, filter);
    const [ids] = await this.unitOfWork.read<[{ id: OrderId }]>(
      tenantId,
      query(`SELECT o.id FROM ${from} o WHERE ${sql} ORDER BY ${orderBy(sortOf(sort, order))}`, values),
    );
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH).map(({ id }) => id);
      const [rows] = await this.unitOfWork.read<[Shown]>(tenantId, query(BY_IDS, [tenantId, batch]));
      for (const { row } of rows) yield row;
    }
  }
}

interface CauseRow {
  readonly id: OrderId;
  readonly cause: unknown;
}

type Found = OrderDetail & Pick<CauseRow, 'cause'>;

interface Shown {
  readonly row: OrderSummaryRow;
}

/** Summaries per batch of an export. */
const BATCH = 500;

const BY_IDS = `
SELECT ${SUMMARY} AS row
  FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, place)
  JOIN purchase_orders o ON o.tenant_id = $1 AND o.id = wanted.id
 ORDER BY wanted.place`;
