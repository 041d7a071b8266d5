import { Injectable, OnModuleInit } from '@nestjs/common';
import type { EventName } from '../../../common/events';
import { Outbox, type OutboxListener, type RecordedEvent, type Transaction } from '../../../platform/database';
import { currentRequestId, currentTraceparent } from '../../../platform/tracing';
import { FAN_OUT } from './deliveries.sql';
import { DeliveryTrigger } from './delivery-trigger';

/** Inserts the deliveries of events in the transaction of the events, and offers them after the commit. */
@Injectable()
export class FanOut implements OutboxListener, OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly trigger: DeliveryTrigger,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(this);
  }

  recorded(tx: Transaction, name: EventName, events: readonly RecordedEvent[]): void {
    const { tenantId } = tx;
    const about = (field: string) => events.map(({ data }) => data[field] ?? null);
    const sent = tx.send<{ id: number; subscription_id: number; struggling: boolean }>(FAN_OUT, [
      tenantId,
      name,
      events.map(({ eventId }) => eventId),
      events[0]?.createdAt,
      about('vendor_id'),
      about('department_id'),
      currentRequestId(),
      currentTraceparent(),
    ]);
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
