import { CHANGE_NAMES, type RESOURCE_TYPES } from '../../../common/events/resources';
import type { NamedEnum } from '../../../platform/http';
import { EVENT_SUMMARIES } from '../../webhooks';

const RESOURCES = {
  purchase_order: 'An order placed with a vendor.',
  goods_receipt: 'A receipt of goods for an order.',
  invoice: 'A vendor’s invoice.',
  vendor: 'A supplier of the tenant.',
  budget: 'The money of a department for a fiscal year.',
  department: 'A department of the tenant.',
  project: 'A project of the tenant.',
  user: 'A user of the tenant.',
  role: 'A role with its permissions.',
  settings: 'The tenant’s settings.',
  approval_workflow: 'The rules of an approval workflow.',
  webhook: 'A webhook subscription.',
} as const satisfies Readonly<Record<(typeof RESOURCE_TYPES)[number], string>>;

/** Enums of the change feed. */
export const CHANGE_ENUMS: readonly NamedEnum[] = [
  { name: 'ResourceType', description: 'The kind of the changed record.', values: RESOURCES },
  {
    name: 'ChangeName',
    description: 'The change of a record.',
    values: Object.fromEntries(CHANGE_NAMES.map((name) => [name, summaryOf(name)])),
  },
];

/** The summary of the webhook event, or a generated sentence for changes without an event: `A budget was deleted.` */
function summaryOf(name: string): string {
  if (Object.hasOwn(EVENT_SUMMARIES, name)) return EVENT_SUMMARIES[name as keyof typeof EVENT_SUMMARIES];
  const [resource = '', verb = ''] = name.split('.');
  return resource === 'settings'
    ? `The tenant’s settings were ${verb}.`
    : `${/^[aio]/.test(resource) ? 'An' : 'A'} ${resource.replaceAll('_', ' ')} was ${verb}. No webhook ` +
        'event is sent.';
}
