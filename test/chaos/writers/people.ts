import { oneOf } from './hand';
import { name, code, some, act, put, remove, onListed, type Verb } from './verb';

const ALONE = [{ steps: [{ name: 'Finance', role: 'finance_manager' }] }];
const STEPS = [
  {
    steps: [
      { name: 'Department', role: 'department_head' },
      { role: 'finance_manager', min_amount: 200 },
    ],
  },
];

const USER_ROLES = ['requester', 'finance_manager', 'procurement_manager', 'department_head'];

/** Changes of users, permissions, settings, workflows and webhooks. */
export const people: Record<string, Verb> = {
  invite: async (hand) =>
    (await hand.create('users', { name_en: name(), email: `${code()}@people.example`, role: oneOf(USER_ROLES) }))
      .status,
  inviteAgain: act('users', 'invite'),
  activate: act('users', 'activate'),
  activateAgain: act('users', 'activate'),
  changeUser: put('users', (hand) => ({ name_en: name(), department_id: hand.some('departments') ?? null })),
  changeUserRole: put('users', () => ({ role: oneOf(USER_ROLES) })),
  deactivate: remove('users'),
  delegate: (hand) =>
    hand.change('users', 'POST', '/delegations', {
      ...{ delegate_id: hand.some('users') ?? 1, from: '2036-07-01', to: '2036-07-14' },
    }),
  endDelegation: onListed('users', 'delegations', 'DELETE', ''),
  permit: async (hand) =>
    (
      await hand.send('PUT', 'roles/requester', {
        permissions: ['orders.write', 'receipts.write', 'invoices.approve'].filter(() => Math.random() < 0.5),
      })
    ).status,
  set: async (hand) =>
    (
      await hand.send('PUT', 'settings', {
        ...oneOf<object>([
          { over_receipt_pct: some(9) },
          { price_tolerance_pct: some(9) },
          { approval_reminder_days: some(9) },
          { check_under: Math.random() < 0.5 },
          { matching_policy: oneOf(['auto', 'two_way', 'three_way']) },
          { prevent_self_approval: Math.random() < 0.3 },
          { bank_change_control: oneOf(['off', 'warn']) },
        ]),
      })
    ).status,
  routeOrders: async (hand) =>
    (await hand.send('PUT', 'approval-workflows/purchase-orders', { rules: oneOf([STEPS, ALONE, ALONE]) })).status,
  routeAmendments: async (hand) =>
    (await hand.send('PUT', 'approval-workflows/amendments', { rules: oneOf([null, ALONE]) })).status,
  routeInvoices: async (hand) =>
    (await hand.send('PUT', 'approval-workflows/invoices', { rules: oneOf([[], ALONE]) })).status,
  // Only a test request causes this event, so the subscription gets no deliveries.
  subscribe: async (hand) =>
    (
      await hand.create('webhooks', {
        ...{ name: name(), url: `https://127.0.0.1/${code()}`, events: ['webhook.test'] },
      })
    ).status,
  changeWebhook: put('webhooks', () => ({ name: name(), is_active: Math.random() < 0.5 })),
  deleteWebhook: remove('webhooks'),
};
