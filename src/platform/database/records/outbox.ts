import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../../common/clock';
import type { EventData, EventName } from '../../../common/events';
import { resourceTypeOf } from '../../../common/events/resources';
import type { Transaction } from '../transaction/transaction';
import { eventBody, type Resource } from '../transaction/told-events';

/** An event as it stands in the outbox. */
export interface RecordedEvent {
  /** The body's `id`, by which the row is found. */
  readonly eventId: string;
  readonly name: EventName;
  readonly createdAt: Date;
  /** The body's `data`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Called with the events of one name that a change makes, at the end of its transaction and after their INSERT, to record who is to receive them. */
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
   * Records that something happened. The body's bytes are fixed here and never serialised again. Resolves at once: all events of
   * the transaction are written together when all else is done, and the commit fails if that fails.
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
    const recorded = (): void => {
      if (tx.tellsSubscribers) this.listeners.forEach((listener) => listener.recorded(tx, name, events));
    };
    events.forEach(({ eventId, data }, place) => {
      const body = eventBody({
        id: eventId,
        event: name,
        created_at: createdAt.toISOString(),
        tenant_id: tx.tenantId,
        data,
      });
      // Told once for all of them, when the last was written.
      const last = place === events.length - 1;
      const resource = resourceOf(name, data);
      tx.told.add({ eventId, name, createdAt, resource, body: [body], ...(last ? { recorded } : {}) });
    });
    return Promise.resolve(events);
  }
}

/**
 * A statement that removes old events of a tenant. Values: the tenant, and the instant before which they were recorded.
 * @param removable condition in SQL on an event `e` that nothing needs any more
 * @param most rows that it removes at most, so that no lock is held for long
 */
export const pruneEvents = (removable: string, most: number): string => `
  WITH old AS MATERIALIZED (
    SELECT e.id FROM events e
     WHERE e.tenant_id = $1 AND e.created_at < $2 AND ${removable} LIMIT ${most} FOR UPDATE SKIP LOCKED)
  DELETE FROM events e USING old WHERE e.tenant_id = $1 AND e.id = old.id
  RETURNING e.id`;

/**
 * The record that an event is of: the kind before the point of its name, and the member of `data` that is called after it.
 * @throws Error when its data does not name the record
 */
function resourceOf(name: string, data: object): Resource {
  const type = resourceTypeOf(name);
  const id = (data as Readonly<Record<string, unknown>>)[`${type}_id`];
  if (typeof id !== 'number') throw new Error(`The event ${name} does not say its ${type}_id`);
  return { type, id };
}
