import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import type { TenantId } from '../common/records/ids';
import { query, UnitOfWork } from '../database';
import type { WebhookSubscription } from './entities/webhook-subscription.entity';

/** What is shown of a subscription: never its secrets. */
export type SubscriptionRecord = Pick<
  WebhookSubscription,
  | 'id'
  | 'name'
  | 'url'
  | 'events'
  | 'filterDepartmentIds'
  | 'filterVendorIds'
  | 'isActive'
  | 'disabledReason'
  | 'failureCount'
  | 'lastTriggeredAt'
  | 'lastFailedAt'
  | 'lastFailureReason'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
>;

const COLUMNS = `
  id, name, url, events, to_json(filter_department_ids) AS "filterDepartmentIds", to_json(filter_vendor_ids) AS "filterVendorIds",
  is_active AS "isActive", disabled_reason AS "disabledReason", failure_count AS "failureCount", last_triggered_at AS "lastTriggeredAt",
  last_failed_at AS "lastFailedAt", last_failure_reason AS "lastFailureReason", created_at AS "createdAt", updated_at AS "updatedAt",
  version`;

const SORT: Readonly<Record<string, string>> = { created_at: 'created_at', name: 'name' };

/** The read side of subscriptions. */
@Injectable()
export class WebhooksQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  async get(tenantId: TenantId, id: number): Promise<SubscriptionRecord> {
    const [[row]] = await this.unitOfWork.readShared<[SubscriptionRecord]>(
      tenantId,
      query(`SELECT ${COLUMNS} FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`, [
        tenantId,
        id,
      ]),
    );
    if (!row) throw notFound();
    return row;
  }

  async list(tenantId: TenantId, request: PageRequest, search: string | undefined): Promise<Page<SubscriptionRecord>> {
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const column = SORT[request.sort] ?? 'created_at';
    const filter = `tenant_id = $1 AND deleted_at IS NULL
      AND ($2::text IS NULL OR position(lower($2) in lower(name)) > 0 OR position(lower($2) in lower(url)) > 0)`;
    const values = [tenantId, search ?? null];
    const [items, [counted]] = await this.unitOfWork.read<[SubscriptionRecord, { total: number }]>(
      tenantId,
      query(
        `SELECT ${COLUMNS} FROM webhook_subscriptions WHERE ${filter}
          ORDER BY ${column} ${direction}, id ${direction} LIMIT $3 OFFSET $4`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM webhook_subscriptions WHERE ${filter}`, values),
    );
    return new Page(items, counted?.total ?? 0, request);
  }
}
