import { Injectable } from '@nestjs/common';
import type { Instants } from '../../common/clock';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import {
  allOf,
  containing,
  oneContains,
  readList,
  readOne,
  sortedBy,
  UnitOfWork,
  within,
  type After,
  rowsAfter,
  type Transaction,
} from '../../platform/database';
import { selectSql } from '../../platform/records';
import { ShownSubscription, type WebhookSubscription } from './entities/webhook-subscription.entity';

/** Columns read of a subscription; never its secrets. */
export type SubscriptionRecord = ShownSubscription &
  Pick<WebhookSubscription, 'events' | 'filterDepartmentIds' | 'filterVendorIds' | 'version'>;

const COLUMNS = `
  ${selectSql(ShownSubscription, 'w')}, w.events, w.version,
  to_json(w.filter_department_ids) AS "filterDepartmentIds", to_json(w.filter_vendor_ids) AS "filterVendorIds"`;

const WHOLE = `SELECT ${COLUMNS} FROM webhook_subscriptions w WHERE w.deleted_at IS NULL AND w.tenant_id = $1`;

export interface SubscriptionFilter {
  readonly updated?: Instants | undefined;
  /** Searches the name and the URL, case-insensitively. */
  readonly search?: string | undefined;
}

@Injectable()
export class WebhooksQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError NOT_FOUND */
  get(tenantId: TenantId, id: number): Promise<SubscriptionRecord> {
    return readOne(this.unitOfWork, tenantId, `${WHOLE} AND w.id = $2`, id);
  }

  /** One batch of all subscriptions of the tenant. */
  after(tx: Transaction, after: After): Promise<SubscriptionRecord[]> {
    return rowsAfter(tx, WHOLE, 'w.id', after);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(
    tenantId: TenantId,
    { updated, search }: SubscriptionFilter,
    request: PageRequest,
  ): Promise<Page<SubscriptionRecord>> {
    const where = allOf([
      [(at) => `w.deleted_at IS NULL AND w.tenant_id = ${at}`, tenantId],
      ...within('w.updated_at', updated),
      [oneContains(['w.name', 'w.url']), search ? containing(search) : undefined],
    ]);
    const terms = sortedBy('w', request, { texts: ['name'] });
    const list = { name: 'webhooks', columns: COLUMNS, from: 'FROM webhook_subscriptions w', where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }
}
