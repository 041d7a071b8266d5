import { Injectable, OnModuleInit } from '@nestjs/common';
import { Outbox, type OutboxListener, type RecordedEvent, type Transaction } from '../../database';
import { INITIAL_STATUS } from '../domain/delivery-lifecycle';
import { DeliveryTrigger } from './delivery-trigger';

const FAN_OUT = `
  WITH subscribed AS (
    SELECT id, struggling FROM webhook_subscriptions
     WHERE tenant_id = $1 AND deleted_at IS NULL AND is_active AND events @> ARRAY[$2]
  ), sent AS (
    INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, due_at, created_at)
    SELECT $1, s.id, e.id, '${INITIAL_STATUS}', $4, $4 FROM subscribed s, events e WHERE e.tenant_id = $1 AND e.event_id = $3
    RETURNING id, subscription_id
  )
  SELECT sent.id, sent.subscription_id, subscribed.struggling FROM sent JOIN subscribed ON subscribed.id = sent.subscription_id`;

interface SentRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly struggling: boolean;
}

/** Inserts a delivery for each subscription to an event, in the event's own transaction, and offers them after the commit. */
@Injectable()
export class FanOut implements OutboxListener, OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly trigger: DeliveryTrigger,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(this);
  }

  recorded(tx: Transaction, event: RecordedEvent): void {
    const { tenantId } = tx;
    const sent = tx.send<SentRow>(FAN_OUT, [tenantId, event.name, event.eventId, event.createdAt]);
    tx.afterCommit(async () => {
      const rows = await sent;
      if (rows.length === 0) return;
      await this.trigger.offer(
        rows.map((row) => ({
          ref: { tenantId, subscriptionId: row.subscription_id, deliveryId: row.id },
          lane: row.struggling ? ('patient' as const) : ('prompt' as const),
        })),
      );
    });
  }
}
