import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../common/clock';
import type { EventData, EventName } from '../../../common/events';
import { resourceTypeOf } from '../../../common/events/resources';
import type { Transaction } from '../transaction/transaction';
import { eventBody, type Resource } from '../transaction/outbox-events';

export interface RecordedEvent {
  /** The `id` in the body; it identifies the row. */
  readonly eventId: string;
  readonly name: EventName;
  readonly createdAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Called with the events of one name at the end of their transaction, after the INSERT, to record their receivers. */
export interface OutboxListener {
  recorded(tx: Transaction, name: EventName, events: readonly RecordedEvent[]): void;
}

/** Writes events in the transaction of their change: a rollback leaves no event, and a commit always includes it. */
@Injectable()
export class Outbox {
  private readonly listeners: OutboxListener[] = [];

  constructor(private readonly clock: Clock) {}

  subscribe(listener: OutboxListener): void {
    this.listeners.push(listener);
  }

  /** Resolves at once: all events are written together at the end, and the commit fails if that fails. */
  async record<Name extends EventName>(tx: Transaction, name: Name, data: EventData[Name]): Promise<RecordedEvent> {
    const [event] = await this.recordAll(tx, name, [data]);
    if (!event) throw new Error('The event was not recorded');
    return event;
  }

  /** Uses as many statements as for one record. */
  recordAll<Name extends EventName>(
    tx: Transaction,
    name: Name,
    all: readonly EventData[Name][],
  ): Promise<readonly RecordedEvent[]> {
    if (all.length === 0) return Promise.resolve([]);
    const createdAt = this.clock.now();
    const events = all.map((data): RecordedEvent => ({ eventId: randomUUID(), name, createdAt, data: { ...data } }));
    const recorded = (): void => {
      if (tx.notifiesSubscribers) this.listeners.forEach((listener) => listener.recorded(tx, name, events));
    };
    events.forEach(({ eventId, data }, place) => {
      const body = eventBody({
        id: eventId,
        event: name,
        created_at: createdAt.toISOString(),
        tenant_id: tx.tenantId,
        data,
      });
      // The listener is called once for all of them, after the last was written.
      const last = place === events.length - 1;
      const resource = resourceOf(name, data);
      tx.outboxEvents.add({ eventId, name, createdAt, resource, body: [body], ...(last ? { recorded } : {}) });
    });
    return Promise.resolve(events);
  }
}

/**
 * Deletes old events of a tenant. Parameters: the tenant, and the time before which they were recorded.
 * @param removable SQL condition on an event `e` that is no longer needed
 * @param most the maximum number of rows, so that locks are short
 */
export const pruneEvents = (removable: string, most: number): string => `
  WITH old AS MATERIALIZED (
    SELECT e.id FROM events e
     WHERE e.tenant_id = $1 AND e.created_at < $2 AND ${removable} LIMIT ${most} FOR UPDATE SKIP LOCKED)
  DELETE FROM events e USING old WHERE e.tenant_id = $1 AND e.id = old.id
  RETURNING e.id`;

/** @throws Error when `data` lacks the `<type>_id` of the event's type */
function resourceOf(name: string, data: object): Resource {
  const type = resourceTypeOf(name);
  const id = (data as Readonly<Record<string, unknown>>)[`${type}_id`];
  if (typeof id !== 'number') throw new Error(`The event ${name} lacks its ${type}_id`);
  return { type, id };
}
