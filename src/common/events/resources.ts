import { EVENT_NAMES, type EventName } from './index';

/** The kinds of records that the feed of changes names, as entries of the audit log name them. */
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

/** What is told of a record where no event of the webhooks tells it. */
const PLAIN_CHANGES = ['created', 'updated', 'deleted'] as const;
export type PlainChange = (typeof PLAIN_CHANGES)[number];

/** The name of an entry that no webhook is sent for. */
export type PlainChangeName = `${ResourceType}.${PlainChange | 'changed'}`;

/**
 * @returns the name of what is told where no event of the webhooks tells it: never one of theirs, whose `data` is another. Where the plain
 *   name is theirs it is `{kind}.changed`.
 */
export function plainChangeName(type: ResourceType, change: PlainChange): PlainChangeName {
  const name = `${type}.${change}` as const;
  return (EVENT_NAMES as readonly string[]).includes(name) ? `${type}.changed` : name;
}

/** What an entry of the feed is called: an event of the webhooks, or a plain change. */
export type ChangeName = Exclude<EventName, 'webhook.test'> | PlainChangeName;

/** Every name there is, once; a test message of a webhook is no change. */
export const CHANGE_NAMES: readonly ChangeName[] = [
  ...new Set([
    ...EVENT_NAMES.filter((name): name is Exclude<EventName, 'webhook.test'> => name !== 'webhook.test'),
    ...RESOURCE_TYPES.flatMap((type) => PLAIN_CHANGES.map((change) => plainChangeName(type, change))),
  ]),
];

/** Whether this is a kind of record that the feed names. */
export function isResourceType(type: string): type is ResourceType {
  return (RESOURCE_TYPES as readonly string[]).includes(type);
}

/** The kind of record that an event is of: what stands before the point of its name. */
export function resourceTypeOf(name: string): ResourceType {
  const [type = ''] = name.split('.');
  if (!isResourceType(type)) throw new Error(`The event ${name} is of no kind of record that the feed names`);
  return type;
}
