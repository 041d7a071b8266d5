import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../common/clock';
import type { EventData, EventName } from '../common/events';
import type { Transaction } from './transaction';

/** An event as it stands in the outbox. */
export interface RecordedEvent {
  /** Primary key with the tenant. */
  readonly id: number;
  /** The body's `id`. */
  readonly eventId: string;
  readonly name: EventName;
  readonly createdAt: Date;
}

/** Told of each event inside its own transaction, to write down who is to receive it. */
export interface OutboxListener {
  recorded(tx: Transaction, event: RecordedEvent): Promise<void>;
}

/**
 * Where events are written, in the transaction of the change they tell of: a change that is rolled back never happened
 * and neither did its event; a change that is committed has its event on disk.
 */
@Injectable()
export class Outbox {
  private readonly listeners: OutboxListener[] = [];

  constructor(private readonly clock: Clock) {}

  /** Registers who is told of each event. Called once, while the application starts. */
  subscribe(listener: OutboxListener): void {
    this.listeners.push(listener);
  }

  /** Records that something happened. The body's bytes are fixed here and never serialised again. */
  async record<Name extends EventName>(tx: Transaction, name: Name, data: EventData[Name]): Promise<RecordedEvent> {
    const eventId = randomUUID();
    const createdAt = this.clock.now();
    const body = eventBody({
      id: eventId,
      event: name,
      created_at: createdAt.toISOString(),
      tenant_id: tx.tenantId,
      data,
    });
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO events (tenant_id, event_id, name, body, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [tx.tenantId, eventId, name, body, createdAt],
    );
    if (!row) throw new Error('The outbox returned no row');
    const event: RecordedEvent = { id: row.id, eventId, name, createdAt };
    for (const listener of this.listeners) await listener.recorded(tx, event);
    return event;
  }
}

/** The delivery body's text, in the specification's order of fields. */
export function eventBody(body: {
  readonly id: string;
  readonly event: EventName;
  readonly created_at: string;
  readonly tenant_id: string;
  readonly data: unknown;
}): string {
  const { id, event, created_at, tenant_id, data } = body;
  return JSON.stringify({ id, event, created_at, tenant_id, data });
}
