import { CHANGE_NAMES, RESOURCE_TYPES } from '../../common/events/resources';
import { Out } from '../../platform/http';
import type { ChangeRow } from './changes.queries';

export class ChangedResourceResponse {
  @Out.oneOf(RESOURCE_TYPES, { description: 'The kind of record that changed.', example: 'purchase_order' })
  type: string;

  @Out.id({
    nullable: true,
    description: 'Id of the record. null for settings and approval workflows: read all of them again.',
    example: 7,
  })
  id: number | null;

  @Out.integer({
    nullable: true,
    description:
      'The version of the record after the change, as in its `ETag`. Not every change increases it, so read ' +
      'the record even if your copy has this version. null if the record has no version, was deleted, or ' +
      'changed before the feed existed.',
    example: 3,
  })
  version: number | null;
}

export class ChangeResponse {
  @Out.uuid({
    description: 'Id of the change; the same as the `id` of its webhook.',
    example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21',
  })
  id: string;

  @Out.oneOf(CHANGE_NAMES, {
    description:
      'The change: a webhook event, or without one `{kind}.created`, `.updated` or `.deleted`. If a webhook ' +
      'event with other `data` already has that name, `{kind}.changed`.',
    example: 'purchase_order.approved',
  })
  event: string;

  @Out.object(() => ChangedResourceResponse, { description: 'The record that changed.' })
  resource: ChangedResourceResponse;

  @Out.timestamp({ description: 'When the change happened, UTC. Entries are sorted by commit, not by this time.' })
  created_at: string;

  @Out.map({
    description:
      'For webhook events the data of the webhook. Otherwise the record’s id, its `version` and ' +
      '`updated_fields` with the names of changed fields.',
    example: { purchase_order_id: 7, version: 3, updated_fields: ['notes'] },
  })
  data: Record<string, unknown>;
}

export function toChangeResponse(row: ChangeRow): ChangeResponse {
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
