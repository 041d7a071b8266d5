import { randomUUID } from 'node:crypto';
import type { TenantId } from '../../../common/records/ids';
import { isResourceType, plainChangeName, type PlainChange, type ResourceType } from '../../../common/events/resources';

export interface Resource {
  readonly type: ResourceType;
  /** null for records that a tenant has only once: its settings and its approval workflows. */
  readonly id: number | null;
}

interface Pending {
  readonly eventId: string;
  readonly name: string;
  readonly resource: Resource;
  readonly createdAt: Date;
  /** The body's text: complete, or the parts before and after the version of the record. */
  readonly body: readonly [string] | readonly [string, string];
  readonly recorded?: () => void;
}

/** A record with an audit entry in this transaction. */
interface Changed {
  readonly resource: Resource;
  readonly at: Date;
  readonly change: PlainChange;
  readonly fields: ReadonlySet<string>;
}

/** One array per column, as parameters of {@link INSERT_EVENTS}. */
export type EventColumns = readonly [TenantId, ...(readonly unknown[])[]];

/**
 * Parameters: the tenant; then per event `event_id`, name, time, both parts of the body, type and id of the record.
 * Versions are read after all changes, so they are the committed ones.
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
 * The events of one transaction, written together at its end. A record with an audit entry but without an event gets a
 * generic one: `{type}.created`, `.updated` or `.deleted`, or `.changed` if that name is a webhook event. So every new
 * version has an event, and no operation can omit it.
 */
export class OutboxEvents {
  private events: Pending[] = [];
  private readonly changed = new Map<string, Changed>();

  add(event: Pending): void {
    this.events.push(event);
  }

  /** Notes an audit entry of a record. @param fields API names of the changed fields */
  addEntry(
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

  /** Notes a version that was raised without an audit entry: by quantities of lines, or a match. */
  raised(type: ResourceType, id: number, at: Date): void {
    this.addEntry(type, id, { action: 'updated', at, fields: [] });
  }

  take(tenantId: TenantId): { readonly columns: EventColumns; readonly recorded: () => void } | undefined {
    const withEvent = new Set(this.events.map(({ resource }) => `${resource.type} ${resource.id}`));
    const plain = [...this.changed].flatMap(([key, changed]) =>
      withEvent.has(key) ? [] : [plainEvent(tenantId, changed)],
    );
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

  copy(): { readonly events: readonly Pending[]; readonly changed: ReadonlyMap<string, Changed> } {
    return { events: [...this.events], changed: new Map(this.changed) };
  }

  restore({ events, changed }: ReturnType<OutboxEvents['copy']>): void {
    this.events = [...events];
    this.changed.clear();
    for (const [key, one] of changed) this.changed.set(key, one);
  }
}

const CREATED = ['created', 'invited'];
const DELETED = ['deleted'];

/** A record that was created in this transaction stays `created` after later updates. */
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

/** Placeholder of the version. No field name contains it. */
const VERSION = '\u0001version';

/** The body in the field order of the specification. */
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
