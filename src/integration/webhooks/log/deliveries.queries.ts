import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import {
  type After,
  allOf,
  isOneOf,
  mustBeThere,
  query,
  readList,
  readOne,
  rowsAfter,
  sortedBy,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { DELIVERIES, DELIVERY } from '../delivery/deliveries.sql';
import type { DeliveryStatus } from '../domain/delivery-lifecycle';
import type { AttemptResponse } from './answers';

export interface DeliveryRecord {
  readonly id: number;
  readonly event_id: string;
  readonly event: string;
  readonly request_id: string | null;
  readonly status: DeliveryStatus;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** `started_at` is in PostgreSQL's JSON format of a timestamp. */
  readonly attempts: readonly AttemptResponse[] | null;
}

export interface DeliveryFilter {
  readonly status?: readonly DeliveryStatus[] | undefined;
  /** The request that caused the event. */
  readonly request_id?: string | undefined;
}

const IS_THERE = 'SELECT id FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL';

/** Deliveries of subscriptions that were not removed. Values: tenant. */
const WHOLE = `SELECT d.subscription_id AS webhook_id, ${DELIVERY} ${DELIVERIES}
  JOIN webhook_subscriptions w ON w.tenant_id = d.tenant_id AND w.id = d.subscription_id AND w.deleted_at IS NULL
 WHERE d.tenant_id = $1`;

/** The delivery log of a subscription. */
@Injectable()
export class DeliveriesQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND without such a subscription; BAD_REQUEST on `cursor` */
  async list(
    tenantId: TenantId,
    subscriptionId: number,
    request: PageRequest,
    { status, request_id }: DeliveryFilter = {},
  ): Promise<Page<DeliveryRecord>> {
    const where = allOf([
      [(at) => `d.tenant_id = ${at}`, tenantId],
      [(at) => `d.subscription_id = ${at}`, subscriptionId],
      isOneOf('d.status', status),
      isOneOf('d.request_id', request_id === undefined ? undefined : [request_id]),
    ]);
    const name = `webhooks/${subscriptionId}/deliveries`;
    const total = query(`SELECT count(*) AS total FROM webhook_deliveries d WHERE ${where.sql}`, where.values);
    const list = { name, columns: DELIVERY, from: DELIVERIES, where, terms: sortedBy('d', request), total };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(IS_THERE, [tenantId, subscriptionId])));
  }

  /** One batch of the logs of all subscriptions of the tenant. */
  after(tx: Transaction, after: After): Promise<(DeliveryRecord & { readonly webhook_id: number })[]> {
    return rowsAfter(tx, WHOLE, 'd.id', after);
  }

  /** @throws DomainError NOT_FOUND */
  get(tenantId: TenantId, subscriptionId: number, id: number): Promise<DeliveryRecord> {
    const one = `SELECT ${DELIVERY} ${DELIVERIES} WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND d.id = $3`;
    return readOne(this.unitOfWork, tenantId, one, subscriptionId, id);
  }
}
