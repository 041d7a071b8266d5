import { EVENT_NAMES, type EventName } from './index';

/** Record types in the feed of changes, by their names in audit entries. */
export const RESOURCE_TYPES = [
  'purchase_order',
  'goods_receipt',
  'invoice',
  'vendor',
  'budget',
  'department',
  'project',
  'user',
  'role',
  'settings',
  'approval_workflow',
  'webhook',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Generic changes of a record, published if no webhook event describes the change. */
const PLAIN_CHANGES = ['created', 'updated', 'deleted'] as const;
export type PlainChange = (typeof PLAIN_CHANGES)[number];

export type PlainChangeName = `${ResourceType}.${PlainChange | 'changed'}`;

/** Webhook events have other `data`, so if one has the same name, the result is `{type}.changed`. */
export function plainChangeName(type: ResourceType, change: PlainChange): PlainChangeName {
  const name = `${type}.${change}` as const;
  return (EVENT_NAMES as readonly string[]).includes(name) ? `${type}.changed` : name;
}

export type ChangeName = Exclude<EventName, 'webhook.test'> | PlainChangeName;

/** All names in the feed of changes: every event except a webhook's test message, and the plain changes. */
export const CHANGE_NAMES: readonly ChangeName[] = [
  ...new Set([
    ...EVENT_NAMES.filter((name): name is Exclude<EventName, 'webhook.test'> => name !== 'webhook.test'),
    ...RESOURCE_TYPES.flatMap((type) => PLAIN_CHANGES.map((change) => plainChangeName(type, change))),
  ]),
];

export function isResourceType(type: string): type is ResourceType {
  return (RESOURCE_TYPES as readonly string[]).includes(type);
}

/** The record type of an event: the part of its name before the dot. */
export function resourceTypeOf(name: string): ResourceType {
  const [type = ''] = name.split('.');
  if (!isResourceType(type)) throw new Error(`The event ${name} has no record type of the feed`);
  return type;
}
