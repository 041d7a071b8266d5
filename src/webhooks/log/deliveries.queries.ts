import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../database';
import { DELIVERIES_OF_SUBSCRIPTION } from '../delivery/deliveries.sql';
import type { DeliveryStatus } from '../domain/delivery-lifecycle';
import type { AttemptOut } from './answers';

/** A delivery of the log. */
export interface DeliveryRecord {
  readonly id: number;
  readonly event_id: string;
  readonly event: string;
  readonly request_id: string | null;
  readonly status: DeliveryStatus;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** With `started_at` as PostgreSQL writes an instant into JSON. */
  readonly attempts: readonly AttemptOut[] | null;
}

/** What the log may be narrowed to. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  /** The request that caused the event. */
  readonly request_id?: string | undefined;
}

const NARROWED = '($3::text IS NULL OR d.status = $3) AND ($4::text IS NULL OR d.request_id = $4)';

const IS_THERE = 'SELECT id FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL';

/** The delivery log of a subscription. */
@Injectable()
export class DeliveriesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND without such a subscription */
  async list(
    tenantId: TenantId,
    subscriptionId: number,
    request: PageRequest,
    { status, request_id }: DeliveryFilter = {},
  ): Promise<Page<DeliveryRecord>> {
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const values = [tenantId, subscriptionId, status ?? null, request_id ?? null];
    const [[subscription], rows, [counted]] = await this.unitOfWork.read<
      [{ id: number }, DeliveryRecord, { total: number }]
    >(
      tenantId,
      query(IS_THERE, [tenantId, subscriptionId]),
      query(
        `${DELIVERIES_OF_SUBSCRIPTION} AND ${NARROWED}
          ORDER BY d.created_at ${direction}, d.id ${direction} LIMIT $5 OFFSET $6`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(
        `SELECT count(*) AS total FROM webhook_deliveries d
          WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND ${NARROWED}`,
        values,
      ),
    );
    if (!subscription) throw notFound();
    return new Page(rows, counted?.total ?? 0, request);
  }

  /** @throws DomainError NOT_FOUND */
  async get(tenantId: TenantId, subscriptionId: number, id: number): Promise<DeliveryRecord> {
    const [[row]] = await this.unitOfWork.readShared<[DeliveryRecord]>(
      tenantId,
      query(`${DELIVERIES_OF_SUBSCRIPTION} AND d.id = $3`, [tenantId, subscriptionId, id]),
    );
    if (!row) throw notFound();
    return row;
  }
}
