import { CHANGE_NAMES, type RESOURCE_TYPES } from '../../../common/events/resources';
import type { NamedEnum } from '../../../platform/http';
import { EVENT_SUMMARIES } from '../../webhooks';

const RESOURCES = {
  purchase_order: 'What is ordered of a vendor.',
  goods_receipt: 'What arrived of an order.',
  invoice: 'A vendor’s invoice.',
  vendor: 'Whom the tenant buys from.',
  budget: 'A department’s money for a fiscal year.',
  department: 'A part of the tenant.',
  project: 'What the tenant buys for.',
  user: 'A person of the tenant.',
  role: 'What a role may do.',
  settings: 'The tenant’s settings.',
  approval_workflow: 'The rules of an approval workflow.',
  webhook: 'A webhook subscription.',
} as const satisfies Readonly<Record<(typeof RESOURCE_TYPES)[number], string>>;

/** Sets of values of the feed of changes. */
export const CHANGE_ENUMS: readonly NamedEnum[] = [
  {
    name: 'ResourceType',
    description: 'The kind of record that changed.',
    values: RESOURCES,
  },
  {
    name: 'ChangeName',
    description: 'What happened to a record.',
    values: Object.fromEntries(CHANGE_NAMES.map((name) => [name, summaryOf(name)])),
  },
];

/** What a webhook's event says; of a change that no webhook tells, its own words: `A budget was deleted.` */
function summaryOf(name: string): string {
  if (Object.hasOwn(EVENT_SUMMARIES, name)) return EVENT_SUMMARIES[name as keyof typeof EVENT_SUMMARIES];
  const [resource = '', verb = ''] = name.split('.');
  return resource === 'settings'
    ? `The tenant’s settings were ${verb}.`
    : `${/^[aio]/.test(resource) ? 'An' : 'A'} ${resource.replaceAll('_', ' ')} was ${verb}, without an event of its own.`;
}
