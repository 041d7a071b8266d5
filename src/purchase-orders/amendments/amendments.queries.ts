import { Injectable } from '@nestjs/common';
import { peopleSql, type PeopleRow, type StepRow, stepsSql } from '../../approvals';
import { Clock } from '../../common/clock';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { OrderId, TenantId } from '../../common/records/ids';
import { isoSql, type Query, query, type ReadScope, tenantIdOf, UnitOfWork } from '../../database';
import { personSql } from '../../users';
import type { AmendmentChanges, AmendmentStatus } from '../domain/amendment';
import type { ItemRow } from '../queries/order-rows';
import { SETTINGS, SNAPSHOT } from '../queries/purchase-orders.sql';

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
   * The order that an amendment is of.
   * @throws DomainError NOT_FOUND for an unknown amendment
   */
  async orderOf(tenantId: TenantId, id: number): Promise<OrderId> {
    const [[found]] = await this.unitOfWork.readShared<[{ id: OrderId }]>(
      tenantId,
      query('SELECT purchase_order_id AS id FROM purchase_order_amendments WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
      ]),
    );
    if (!found) throw notFound();
    return found.id;
  }

  /**
   * The order's amendments.
   * @throws DomainError NOT_FOUND for an unknown order
   */
  async list(tenantId: TenantId, orderId: OrderId, request: PageRequest): Promise<Page<AmendmentRow>> {
    return this.page(
      tenantId,
      request,
      `${AMENDMENTS} ORDER BY a.amendment_number`,
      [tenantId, orderId, this.clock.today()],
      query(
        `SELECT (SELECT count(*) FROM purchase_order_amendments a
                  WHERE a.tenant_id = $1 AND a.purchase_order_id = o.id) AS total
           FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2`,
        [tenantId, orderId],
      ),
    );
  }

  /**
   * Every version of the order, the present one included.
   * @throws DomainError NOT_FOUND for an unknown order
   */
  async versions(tenantId: TenantId, orderId: OrderId, request: PageRequest): Promise<Page<VersionRow>> {
    const total = 'SELECT document_version AS total FROM purchase_orders WHERE tenant_id = $1 AND id = $2';
    const values = [tenantId, orderId];
    return this.page(tenantId, request, `${VERSIONS} ORDER BY version`, values, query(total, values));
  }

  /** The page asked for of a sorted statement's rows, and how many there are; of an unknown order there is no count. */
  private async page<Row>(
    tenantId: TenantId,
    request: PageRequest,
    sorted: string,
    values: readonly unknown[],
    count: Query,
  ): Promise<Page<Row>> {
    const { order, page, perPage } = request;
    const cut = `${order === 'asc' ? 'ASC' : 'DESC'} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
    const list = query(`${sorted} ${cut}`, [...values, perPage, (page - 1) * perPage]);
    const [rows, [counted]] = await this.unitOfWork.read<[{ row: Row }, { total: number }]>(tenantId, list, count);
    if (!counted) throw notFound();
    const items = rows.map(({ row }) => row);
    return new Page(items, counted.total, request);
  }
}

const subject = { tenantId: '$1', orderId: 'a.purchase_order_id', amendmentId: 'a.id' };

/** The amendments of an order as `AmendmentRow`s, for a condition or an order to follow. Values: tenant, order, today. */
const AMENDMENTS = `
SELECT json_build_object(
    'id', a.id, 'purchase_order_id', a.purchase_order_id, 'amendment_number', a.amendment_number, 'status', a.status,
    'reason', a.reason, 'changes', a.changes, 'currency', o.currency, 'total_before', a.total_before,
    'total_after', a.total_after, 'current_step', a.current_step, 'department_id', o.department_id,
    'created_by', ${personSql('$1', 'a.created_by_id')},
    'created_at', ${isoSql('a.created_at')}, 'decided_at', ${isoSql('a.decided_at')},
    'decision_reason', a.decision_reason, 'updated_at', ${isoSql('a.updated_at')}, 'version', a.version,
    'steps', ${stepsSql(subject)},
    'people', CASE WHEN a.status = 'pending'
                THEN ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$3::date' })} END,
    'settings', ${SETTINGS}) AS row
  FROM purchase_order_amendments a
  JOIN purchase_orders o ON o.tenant_id = a.tenant_id AND o.id = a.purchase_order_id
 WHERE a.tenant_id = $1 AND a.purchase_order_id = $2`;

/** The versions of an order as `VersionRow`s, for an order to follow. Values: tenant, order. */
const VERSIONS = `
SELECT row FROM (
  SELECT v.version_number AS version, json_build_object(
      'version', v.version_number, 'is_current', false, 'snapshot', v.snapshot,
      'superseded_at', ${isoSql('v.superseded_at')},
      'superseded_by', (SELECT json_build_object('id', a.id, 'number', a.amendment_number, 'reason', a.reason)
                          FROM purchase_order_amendments a WHERE a.tenant_id = $1 AND a.id = v.superseded_by_id)) AS row
    FROM purchase_order_versions v WHERE v.tenant_id = $1 AND v.purchase_order_id = $2
  UNION ALL
  SELECT o.document_version, json_build_object(
      'version', o.document_version, 'is_current', true, 'snapshot', ${SNAPSHOT},
      'superseded_at', NULL, 'superseded_by', NULL)
    FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2) versions`;
