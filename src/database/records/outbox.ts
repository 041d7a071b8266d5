import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../common/clock';
import type { EventData, EventName } from '../../common/events';
import type { TenantId } from '../../common/records/ids';
import type { Transaction } from '../transaction/transaction';

/** An event as it stands in the outbox. */
export interface RecordedEvent {
  /** The body's `id`, by which the row is found. */
  readonly eventId: string;
  readonly name: EventName;
  readonly createdAt: Date;
  /** The body's `data`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Called with the events of one name that a change makes, in its transaction, to record who is to receive them. */
export interface OutboxListener {
  recorded(tx: Transaction, name: EventName, events: readonly RecordedEvent[]): void;
}

/**
 * Where events are written, in the transaction of the change they tell of: a change that is rolled back leaves no event; a
 * change that is committed has its event on disk.
 */
@Injectable()
export class Outbox {
  private readonly listeners: OutboxListener[] = [];

  constructor(private readonly clock: Clock) {}

  /** Registers a listener for every event. Called once, while the application starts. */
  subscribe(listener: OutboxListener): void {
    this.listeners.push(listener);
  }

  /**
   * Records that something happened. The body's bytes are fixed here and never serialised again. Resolves at once: the INSERT
   * is sent with the statements that follow, and the commit fails if it fails.
   */
  async record<Name extends EventName>(tx: Transaction, name: Name, data: EventData[Name]): Promise<RecordedEvent> {
    const [event] = await this.recordAll(tx, name, [data]);
    if (!event) throw new Error('The event was not recorded');
    return event;
  }

  /** Records an event of one name for each of several records, with as many statements as for one. */
  recordAll<Name extends EventName>(
    tx: Transaction,
    name: Name,
    all: readonly EventData[Name][],
  ): Promise<readonly RecordedEvent[]> {
    if (all.length === 0) return Promise.resolve([]);
    const createdAt = this.clock.now();
    const events = all.map((data): RecordedEvent => ({ eventId: randomUUID(), name, createdAt, data: { ...data } }));
    const rows = events.map(({ eventId, data }) => ({
      event_id: eventId,
      body: eventBody({
        id: eventId,
        event: name,
        created_at: createdAt.toISOString(),
        tenant_id: tx.tenantId,
        data,
      }),
    }));
    void tx.send(
      `INSERT INTO events (tenant_id, event_id, name, body, created_at)
       SELECT $1, e.event_id, $2, e.body, $3 FROM unnest($4::uuid[], $5::text[]) AS e (event_id, body)`,
      [tx.tenantId, name, createdAt, rows.map((row) => row.event_id), rows.map((row) => row.body)],
    );
    for (const listener of this.listeners) listener.recorded(tx, name, events);
    return Promise.resolve(events);
  }
}

/**
 * A statement that removes old events of a tenant. Values: the tenant, and the instant before which they were recorded.
 * @param removable condition in SQL on an event `e` that nothing needs any more
 * @param most rows that it removes at most, so that no lock is held for long
 */
export const pruneEvents = (removable: string, most: number): string => `
  DELETE FROM events WHERE tenant_id = $1 AND id IN (
    SELECT e.id FROM events e
     WHERE e.tenant_id = $1 AND e.created_at < $2 AND ${removable} LIMIT ${most} FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** The delivery body's text, in the specification's order of fields. */
export function eventBody(body: {
  readonly id: string;
  readonly event: EventName;
  readonly created_at: string;
  readonly tenant_id: TenantId;
  readonly data: unknown;
}): string {
  const { id, event, created_at, tenant_id, data } = body;
  return JSON.stringify({ id, event, created_at, tenant_id, data });
}
