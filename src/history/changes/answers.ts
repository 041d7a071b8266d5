import { CHANGE_NAMES, RESOURCE_TYPES } from '../../common/events/resources';
import { Out } from '../../platform/http';
import type { ChangeRow } from './changes.queries';

export class ChangedResourceResponse {
  @Out.oneOf(RESOURCE_TYPES, { description: 'The kind of record that changed.', example: 'purchase_order' })
  type: string;

  @Out.id({
    nullable: true,
    description: 'The record, as its list shows it. null of settings and approval workflows: read all of them again.',
    example: 7,
  })
  id: number | null;

  @Out.integer({
    nullable: true,
    description:
      'The version of the record after the change, as in its `ETag`. Not every change raises it: read the record even ' +
      'if your copy has it. null where the record has none, was deleted, or changed before there was this feed.',
    example: 3,
  })
  version: number | null;
}

export class ChangeResponse {
  @Out.uuid({
    description: 'Of the change; the same as the `id` of the webhook that was sent of it.',
    example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
  })
  id: string;

  @Out.oneOf(CHANGE_NAMES, {
    description:
      'What happened: an event of the webhooks, or where none tells it `{kind}.created`, `.updated` or `.deleted`; ' +
      '`{kind}.changed` where that is the name of a webhook, whose `data` is another.',
    example: 'purchase_order.approved',
  })
  event: string;

  @Out.object(() => ChangedResourceResponse, { description: 'The record that changed.' })
  resource: ChangedResourceResponse;

  @Out.timestamp({
    description: 'When it happened, UTC. The order of the entries is that of their commits, not of this.',
  })
  created_at: string;

  @Out.map({
    description:
      'Of an event of the webhooks what its webhook says; else the id of the record, its `version` and `updated_fields`, the ' +
      'names of what changed.',
    example: { purchase_order_id: 7, version: 3, updated_fields: ['notes'] },
  })
  data: Record<string, unknown>;
}

/** An entry of the feed in an answer. */
export function presentChange(row: ChangeRow): ChangeResponse {
  const { data = {} } = JSON.parse(row.body) as { data?: Record<string, unknown> };
  const [type = ''] = row.event.split('.');
  const id = row.resource_type === null ? ((data[`${type}_id`] as number | undefined) ?? null) : row.resource_id;
  return {
    id: row.id,
    event: row.event,
    resource: { type: row.resource_type ?? type, id, version: row.resource_version },
    created_at: row.created_at.toISOString(),
    data,
  };
}
