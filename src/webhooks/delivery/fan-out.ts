import { Injectable, OnModuleInit } from '@nestjs/common';
import { Outbox, type OutboxListener, type RecordedEvent, type Transaction } from '../../database';
import { DeliveryTrigger } from '../queue/delivery-trigger';

const FAN_OUT = `
  WITH subscribed AS (
    SELECT id, struggling FROM webhook_subscriptions
     WHERE tenant_id = $1 AND deleted_at IS NULL AND is_active AND events @> ARRAY[$2]
  ), sent AS (
    INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, status, due_at, created_at)
    SELECT $1, id, $3, 'pending', $4, $4 FROM subscribed RETURNING id, subscription_id
  )
  SELECT sent.id, sent.subscription_id, subscribed.struggling FROM sent JOIN subscribed ON subscribed.id = sent.subscription_id`;

interface SentRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly struggling: boolean;
}

/** Writes down who is to receive an event, in the event's own transaction, and says so once that is committed. */
@Injectable()
export class FanOut implements OutboxListener, OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly trigger: DeliveryTrigger,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(this);
  }

  async recorded(tx: Transaction, event: RecordedEvent): Promise<void> {
    const { tenantId } = tx;
    const rows = await tx.query<SentRow>(FAN_OUT, [tenantId, event.name, event.id, event.createdAt]);
    if (rows.length === 0) return;
    const offers = rows.map((row) => ({
      ref: { tenantId, subscriptionId: row.subscription_id, deliveryId: row.id },
      lane: row.struggling ? ('patient' as const) : ('prompt' as const),
    }));
    tx.afterCommit(async () => {
      await this.trigger.offer(offers);
    });
  }
}
