import { Injectable } from '@nestjs/common';
import { lockOne, type Transaction } from '../../../platform/database';
import { mayStart, statusAfter } from '../delivery/deliveries.sql';
import { nextDeliveryStatus, type DeliveryStatus } from '../domain/delivery-lifecycle';
import { MAX_BULK_REDELIVERIES } from '../domain/limits';
import { WebhookDelivery } from '../entities/webhook-delivery.entity';

/** Which deliveries of a subscription to send again: by when their event happened, and how they ended. */
export interface RedeliveryPeriod {
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly status: DeliveryStatus;
}

// Many rows in one statement, see docs/decisions/repositories-and-sql.md. It writes what `sendAgain` writes of one.
const SEND_MANY_AGAIN = `
  UPDATE webhook_deliveries
     SET status = ${statusAfter('redeliver')}, due_at = $3, round_failures = 0, interruptions = 0, is_redelivery = true, finished_at = NULL
   WHERE tenant_id = $1 AND id IN (
    SELECT d.id FROM webhook_deliveries d
     WHERE d.tenant_id = $1 AND d.subscription_id = $2 AND d.status = $4 AND ${mayStart('redeliver', 'd.status')}
       AND d.created_at >= $5 AND d.created_at < $6
     ORDER BY d.created_at, d.id LIMIT ${MAX_BULK_REDELIVERIES})
  RETURNING id`;

/** Deliveries of the transaction's tenant. Attempts claim and settle them in `delivery/`. */
@Injectable()
export class DeliveriesRepository {
  /**
   * A delivery of a subscription, locked until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  lock(tx: Transaction, subscriptionId: number, id: number): Promise<WebhookDelivery> {
    return lockOne(tx, WebhookDelivery, { subscriptionId, id });
  }

  /**
   * Starts a new round of attempts under the same delivery id and with the same bytes.
   * @param delivery locked in this transaction
   * @throws DomainError INVALID_STATUS while it waits for an attempt
   */
  async sendAgain(tx: Transaction, { id, status }: WebhookDelivery, dueAt: Date): Promise<void> {
    await tx.repository(WebhookDelivery).update(
      { tenantId: tx.tenantId, id },
      {
        ...{ status: nextDeliveryStatus(status, 'redeliver'), dueAt, finishedAt: null },
        ...{ roundFailures: 0, interruptions: 0, isRedelivery: true },
      },
    );
  }

  /**
   * Does the same with those of a period, oldest first, {@link MAX_BULK_REDELIVERIES} at most.
   * @returns their ids
   */
  async sendManyAgain(
    tx: Transaction,
    subscriptionId: number,
    { since, until, status }: RedeliveryPeriod,
    dueAt: Date,
  ): Promise<number[]> {
    const values = [tx.tenantId, subscriptionId, dueAt, status, since, until];
    return (await tx.query<{ id: number }>(SEND_MANY_AGAIN, values)).map(({ id }) => id);
  }
}
