import { randomUUID } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';
import { isResourceType, plainChangeName, type PlainChange, type ResourceType } from '../../../common/events/resources';

/** The record that an event is of. */
export interface Resource {
  readonly type: ResourceType;
  /** null of what a tenant has one of: its settings, and its approval workflows. */
  readonly id: number | null;
}

/** An event as it waits for the end of its transaction. */
interface Pending {
  readonly eventId: string;
  readonly name: string;
  readonly resource: Resource;
  readonly createdAt: Date;
  /** The body's text: all of it, or with the version of the record between the two. */
  readonly body: readonly [string] | readonly [string, string];
  /** Run when the INSERT was sent. */
  readonly recorded?: () => void;
}

/** What the audit log was told of a record in this transaction. */
interface Changed {
  readonly resource: Resource;
  readonly at: Date;
  readonly change: PlainChange;
  readonly fields: ReadonlySet<string>;
}

/** The columns of the events of one transaction, an array each, as {@link INSERT_EVENTS} takes them. */
export type EventColumns = readonly [TenantId, ...(readonly unknown[])[]];

/**
 * Values: tenant; and for each event its `event_id`, name, time, the parts of its body, kind and id of its record. Versions are read when
 * all has been changed: they are those that the transaction commits.
 */
export const INSERT_EVENTS = `
INSERT INTO events (tenant_id, event_id, name, body, created_at, resource_type, resource_id, resource_version)
SELECT $1, e.event_id, e.name, CASE WHEN e.rest IS NULL THEN e.body ELSE e.body || coalesce(v.version::text, 'null') || e.rest END,
       e.created_at, e.type, e.id, v.version
  FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::bigint[])
       WITH ORDINALITY AS e (event_id, name, created_at, body, rest, type, id, place),
       LATERAL (SELECT resource_version(e.type, e.id) AS version) v
 ORDER BY e.place`;

/**
 * The events of one transaction, written together when all else is done. A record of which the audit log was told something, and no
 * event, gets one of its own: `{kind}.created`, `.updated` or `.deleted`, or `.changed` where that name is a webhook's. So every raised version has one, and no verb can forget it.
 */
export class ToldEvents {
  private events: Pending[] = [];
  private readonly changed = new Map<string, Changed>();

  /** An event of the webhooks. */
  add(event: Pending): void {
    this.events.push(event);
  }

  /**
   * An entry of the audit log that is about a record.
   * @param fields names of what changed, as the API calls it
   */
  tell(
    type: string,
    id: number | null,
    entry: { readonly action: string; readonly at: Date; readonly fields: readonly string[] },
  ): void {
    if (!isResourceType(type)) return;
    const key = `${type} ${id}`;
    const before = this.changed.get(key);
    this.changed.set(key, {
      resource: { type, id },
      at: entry.at,
      change: changeOf(before?.change, entry.action),
      fields: new Set([...(before?.fields ?? []), ...entry.fields]),
    });
  }

  /**
   * The version of a record was raised. Whatever raises it says so, for what the audit log does not keep: figures of lines, a match.
   */
  raised(type: ResourceType, id: number, at: Date): void {
    this.tell(type, id, { action: 'updated', at, fields: [] });
  }

  /** @returns the columns of all events, and what is to be done when they were sent; undefined when there are none */
  take(tenantId: TenantId): { readonly columns: EventColumns; readonly recorded: () => void } | undefined {
    const told = new Set(this.events.map(({ resource }) => `${resource.type} ${resource.id}`));
    const plain = [...this.changed].flatMap(([key, changed]) => (told.has(key) ? [] : [plainEvent(tenantId, changed)]));
    const all = [...this.events, ...plain];
    this.events = [];
    this.changed.clear();
    if (all.length === 0) return undefined;
    const column = (value: (event: Pending) => unknown): readonly unknown[] => all.map(value);
    return {
      columns: [
        tenantId,
        column(({ eventId }) => eventId),
        column(({ name }) => name),
        column(({ createdAt }) => createdAt),
        column(({ body }) => body[0]),
        column(({ body }) => body[1] ?? null),
        column(({ resource }) => resource.type),
        column(({ resource }) => resource.id),
      ],
      recorded: () => {
        for (const event of all) event.recorded?.();
      },
    };
  }

  /** How it stands, to go back to with {@link restore} when a savepoint is rolled back. */
  copy(): { readonly events: readonly Pending[]; readonly changed: ReadonlyMap<string, Changed> } {
    return { events: [...this.events], changed: new Map(this.changed) };
  }

  restore({ events, changed }: ReturnType<ToldEvents['copy']>): void {
    this.events = [...events];
    this.changed.clear();
    for (const [key, one] of changed) this.changed.set(key, one);
  }
}

const CREATED = ['created', 'invited'];
const DELETED = ['deleted'];

/** A record that is new in this transaction stays new, whatever else was done to it. */
function changeOf(before: PlainChange | undefined, action: string): PlainChange {
  if (DELETED.includes(action)) return 'deleted';
  return before === 'created' || CREATED.includes(action) ? 'created' : 'updated';
}

function plainEvent(tenantId: TenantId, { resource, at, change, fields }: Changed): Pending {
  const { type, id } = resource;
  const eventId = randomUUID();
  const name = plainChangeName(type, change);
  const data = { [`${type}_id`]: id, version: VERSION, updated_fields: [...fields].sort() };
  const text = eventBody({ id: eventId, event: name, created_at: at.toISOString(), tenant_id: tenantId, data });
  const [start = '', end = ''] = text.split(JSON.stringify(VERSION));
  return { eventId, name, resource, createdAt: at, body: [start, end] };
}

/** Stands where the version comes to stand. No name of a field holds it. */
const VERSION = '\u0001version';

/** The delivery body's text, in the specification's order of fields. */
export function eventBody(body: {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly tenant_id: TenantId;
  readonly data: unknown;
}): string {
  const { id, event, created_at, tenant_id, data } = body;
  return JSON.stringify({ id, event, created_at, tenant_id, data });
}
