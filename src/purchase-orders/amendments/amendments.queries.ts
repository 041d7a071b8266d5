import { Injectable } from '@nestjs/common';
import type { PeopleRow, StepRow } from '../../approvals';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { OrderId, TenantId } from '../../common/records/ids';
import { query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import type { AmendmentChanges, AmendmentStatus } from '../domain/amendment';
import type { ItemRow } from '../queries/order-rows';
import { AMENDMENTS, VERSIONS } from './amendments.sql';

/** An amendment as the read side answers it. */
export interface AmendmentRow {
  readonly id: number;
  readonly purchase_order_id: OrderId;
  readonly amendment_number: number;
  readonly status: AmendmentStatus;
  readonly reason: string;
  readonly changes: AmendmentChanges;
  readonly currency: string;
  readonly total_before: number;
  readonly total_after: number;
  readonly current_step: number | null;
  readonly department_id: number;
  readonly created_by: { readonly id: number; readonly name: string };
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
  readonly updated_at: string;
  readonly version: number;
  readonly steps: readonly StepRow[];
  /** Who could decide; null unless it waits for approval. */
  readonly people: PeopleRow | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A version of an order: what an amendment replaced, or what holds now. */
export interface VersionRow {
  readonly version: number;
  readonly is_current: boolean;
  readonly superseded_at: string | null;
  readonly superseded_by: { readonly id: number; readonly number: number; readonly reason: string } | null;
  readonly snapshot: {
    readonly currency: string;
    readonly subtotal: number;
    readonly vat_amount: number;
    readonly total_amount: number;
    readonly notes: string | null;
    readonly delivery_address: string | null;
    readonly expected_delivery_date: string | null;
    readonly items: readonly ItemRow[];
  };
}

/** The read side of amendments and of the versions they leave behind. */
@Injectable()
export class AmendmentsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One amendment of this order.
   * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, orderId: OrderId, id: number): Promise<AmendmentRow> {
    const [[found]] = await this.unitOfWork.readShared<[{ row: AmendmentRow }]>(
      scope,
      query(`${AMENDMENTS} AND a.id = $4`, [tenantIdOf(scope), orderId, this.clock.today(), id]),
    );
    if (!found) throw notFound();
    return found.row;
  }

  /**
   * The order's amendments.
   * @throws DomainError NOT_FOUND for an unknown order
   */
  async list(tenantId: TenantId, orderId: OrderId, request: PageRequest): Promise<Page<AmendmentRow>> {
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const [rows, [counted]] = await this.unitOfWork.read<[{ row: AmendmentRow }, { total: number }]>(
      tenantId,
      query(`${AMENDMENTS} ORDER BY a.amendment_number ${direction} LIMIT $4 OFFSET $5`, [
        tenantId,
        orderId,
        this.clock.today(),
        request.perPage,
        (request.page - 1) * request.perPage,
      ]),
      query(
        `SELECT (SELECT count(*) FROM purchase_order_amendments a
                  WHERE a.tenant_id = $1 AND a.purchase_order_id = o.id) AS total
           FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
        [tenantId, orderId],
      ),
    );
    if (!counted) throw notFound();
    return new Page(
      rows.map(({ row }) => row),
      counted.total,
      request,
    );
  }

  /**
   * Every version of the order, the present one included.
   * @throws DomainError NOT_FOUND for an unknown order
   */
  async versions(tenantId: TenantId, orderId: OrderId, request: PageRequest): Promise<Page<VersionRow>> {
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const [rows, [counted]] = await this.unitOfWork.read<[{ row: VersionRow }, { total: number }]>(
      tenantId,
      query(`${VERSIONS} ORDER BY version ${direction} LIMIT $3 OFFSET $4`, [
        tenantId,
        orderId,
        request.perPage,
        (request.page - 1) * request.perPage,
      ]),
      query('SELECT document_version AS total FROM purchase_orders WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        orderId,
      ]),
    );
    if (!counted) throw notFound();
    return new Page(
      rows.map(({ row }) => row),
      counted.total,
      request,
    );
  }
}
