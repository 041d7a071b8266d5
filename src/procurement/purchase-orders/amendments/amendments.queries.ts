import { Injectable } from '@nestjs/common';
import { peopleSql, type PeopleRow, type StepRow, stepsSql } from '../../approvals';
import { Clock, type Instants } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { OrderId, TenantId } from '../../../common/records/ids';
import {
  type After,
  allOf,
  isoSql,
  mustBeThere,
  query,
  readList,
  readOne,
  type ReadScope,
  rowsAfter,
  type SortTerm,
  type Transaction,
  UnitOfWork,
  within,
} from '../../../platform/database';
import { personSql } from '../../../organisation/users';
import type { AmendmentChanges, AmendmentStatus } from '../domain/amendment';
import type { ItemRow } from '../queries/order-rows';
import { AUTHORS, SETTINGS, SNAPSHOT } from '../queries/purchase-orders.sql';

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
  /** Authors of the order. The setting `prevent_self_approval` excludes them from approving. */
  readonly order_author_ids: readonly number[];
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
  readonly updated_at: string;
  readonly version: number;
  readonly steps: readonly StepRow[];
  /** The possible approvers; null unless the amendment is pending. */
  readonly people: PeopleRow | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A version of an order: the current one, or one that an amendment replaced. */
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

export interface ReplacedVersion {
  /** Id of the amendment. */
  readonly id: number;
  readonly purchase_order_id: OrderId;
  readonly row: VersionRow;
}

export interface AmendmentFilter {
  readonly updated?: Instants | undefined;
}

/** Reads amendments and order versions. */
@Injectable()
export class AmendmentsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async get(scope: ReadScope, orderId: OrderId, id: number): Promise<AmendmentRow> {
    const one = `SELECT ${AMENDMENT} ${AMENDMENTS} WHERE a.tenant_id = $1 AND a.purchase_order_id = $2 AND a.id = $4`;
    const today = this.clock.today();
    return (await readOne<{ row: AmendmentRow }>(this.unitOfWork, scope, one, orderId, today, id)).row;
  }

  /** All amendments of the tenant, in batches by id. */
  async after(tx: Transaction, { id, most }: After): Promise<AmendmentRow[]> {
    const part = `${AMENDMENTS} WHERE a.tenant_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $4`;
    const values = [tx.tenantId, id, this.clock.today(), most];
    return (await tx.query<{ row: AmendmentRow }>(`SELECT ${AMENDMENT} ${part}`, values)).map(({ row }) => row);
  }

  /** All replaced versions of the tenant, in batches by the id of the amendment. */
  async replacedAfter(tx: Transaction, after: After): Promise<ReplacedVersion[]> {
    return rowsAfter(tx, REPLACED, 'a.id', after);
  }

  /** @throws DomainError NOT_FOUND for an unknown amendment */
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

  /** @throws DomainError NOT_FOUND for an unknown order; BAD_REQUEST on `cursor` */
  async list(
    tenantId: TenantId,
    orderId: OrderId,
    { updated }: AmendmentFilter,
    request: PageRequest,
  ): Promise<Page<AmendmentRow>> {
    const { order } = request;
    const number: SortTerm = { sql: 'a.amendment_number', type: 'bigint', order };
    const narrowed = allOf([
      [(at) => `a.tenant_id = ${at}`, tenantId],
      [(at) => `a.purchase_order_id = ${at}`, orderId],
      // Binds $3 for the selected columns, which use today's date.
      [(at) => `${at}::date IS NOT NULL`, this.clock.today()],
      ...within('a.updated_at', updated),
    ]);
    const list = {
      name: `purchase_orders/${orderId}/amendments`,
      columns: AMENDMENT,
      from: AMENDMENTS,
      where: narrowed,
      terms:
        request.sort === 'number' ? [number] : ([{ sql: 'a.updated_at', type: 'timestamptz', order }, number] as const),
      show: (found: unknown) => (found as { row: AmendmentRow }).row,
    };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(IS_THERE, [tenantId, orderId])));
  }

  /** @throws DomainError NOT_FOUND for an unknown order; BAD_REQUEST on `cursor` */
  async versions(tenantId: TenantId, orderId: OrderId, request: PageRequest): Promise<Page<VersionRow>> {
    const values = [tenantId, orderId];
    const list = {
      name: `purchase_orders/${orderId}/versions`,
      columns: 'v.row',
      from: VERSIONS,
      where: { sql: 'true', values },
      terms: [{ sql: 'v.version', type: 'bigint', order: request.order } as const],
      total: query('SELECT document_version AS total FROM purchase_orders WHERE tenant_id = $1 AND id = $2', values),
      show: (found: unknown) => (found as { row: VersionRow }).row,
    };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(IS_THERE, values)));
  }
}

const subject = { tenantId: '$1', orderId: 'a.purchase_order_id', amendmentId: 'a.id' };

/** An `AmendmentRow` over {@link AMENDMENTS}. Parameters: tenant, order, today. */
const AMENDMENT = `json_build_object(
    'id', a.id, 'purchase_order_id', a.purchase_order_id, 'amendment_number', a.amendment_number, 'status', a.status,
    'reason', a.reason, 'changes', a.changes, 'currency', o.currency, 'total_before', a.total_before,
    'total_after', a.total_after, 'current_step', a.current_step, 'department_id', o.department_id,
    'created_by', ${personSql('$1', 'a.created_by_id')}, 'order_author_ids', ${AUTHORS},
    'created_at', ${isoSql('a.created_at')}, 'decided_at', ${isoSql('a.decided_at')},
    'decision_reason', a.decision_reason, 'updated_at', ${isoSql('a.updated_at')}, 'version', a.version,
    'steps', ${stepsSql(subject)},
    'people', CASE WHEN a.status = 'pending'
                THEN ${peopleSql({ ...subject, departmentId: 'o.department_id', today: '$3::date' })} END,
    'settings', ${SETTINGS}) AS row`;

const AMENDMENTS = `FROM purchase_order_amendments a
  JOIN purchase_orders o ON o.tenant_id = a.tenant_id AND o.id = a.purchase_order_id`;

/** Parameters: tenant, order. */
const IS_THERE = 'SELECT id FROM purchase_orders WHERE tenant_id = $1 AND id = $2';

/** A replaced version `v` as a `VersionRow`. Parameter: tenant. */
const VERSION = `json_build_object(
      'version', v.version_number, 'is_current', false, 'snapshot', v.snapshot,
      'superseded_at', ${isoSql('v.superseded_at')},
      'superseded_by', (SELECT json_build_object('id', a.id, 'number', a.amendment_number, 'reason', a.reason)
                          FROM purchase_order_amendments a WHERE a.tenant_id = $1 AND a.id = v.superseded_by_id)) AS row`;

/** Replaced versions with the ids of their amendments. Parameter: tenant. */
const REPLACED = `SELECT a.id, a.purchase_order_id, ${VERSION}
  FROM purchase_order_amendments a
  JOIN purchase_order_versions v ON v.tenant_id = a.tenant_id AND v.purchase_order_id = a.purchase_order_id
                                AND v.superseded_by_id = a.id
 WHERE a.tenant_id = $1`;

/** Version numbers of an order, each with its `VersionRow`. Parameters: tenant, order. */
const VERSIONS = `FROM (
  SELECT v.version_number AS version, ${VERSION}
    FROM purchase_order_versions v WHERE v.tenant_id = $1 AND v.purchase_order_id = $2
  UNION ALL
  SELECT o.document_version, json_build_object(
      'version', o.document_version, 'is_current', true, 'snapshot', ${SNAPSHOT},
      'superseded_at', NULL, 'superseded_by', NULL)
    FROM purchase_orders o WHERE o.tenant_id = $1 AND o.id = $2) v`;
