import { CHANGE_NAMES, type RESOURCE_TYPES } from '../../../../src/common/events/resources';
import type { NamedEnum } from '../../openapi/reference';
import { EVENTS } from '../../../../src/integration/webhooks/http/documentation/events';

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
  if (Object.hasOwn(EVENTS, name)) return EVENTS[name as keyof typeof EVENTS].summary;
  const [resource = '', verb = ''] = name.split('.');
  return resource === 'settings'
    ? `The tenant’s settings were ${verb}.`
    : `${/^[aio]/.test(resource) ? 'An' : 'A'} ${resource.replaceAll('_', ' ')} was ${verb}. No webhook ` +
        'event is sent.';
}
