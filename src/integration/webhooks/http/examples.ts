const url = 'https://erp.example.com/hooks/procurement';

/** What to try webhooks out with in the demo tenant, which has none before the first is created; see `Examples`. */
export const WEBHOOK_EXAMPLES = {
  create: {
    bodies: {
      'Orders and payments for an ERP': { name: 'ERP', url, events: ['purchase_order.approved', 'invoice.paid'] },
      'Invoices of one department': {
        ...{ name: 'Projects', url, events: ['invoice.approved', 'invoice.paid'], filter: { department_ids: [2] } },
      },
      'Budgets that run out': { name: 'Controlling', url, events: ['budget.threshold_reached'] },
    },
  },
  update: {
    bodies: {
      'Of some vendors alone': { filter: { vendor_ids: [1, 2] } },
      'More events': { events: ['purchase_order.approved', 'purchase_order.rejected', 'invoice.paid'] },
      'Switched on again': { is_active: true },
    },
  },
  redeliverMany: {
    bodies: {
      'What failed since': { since: '2026-01-01T00:00:00Z' },
      'Everything of a day': { since: '2026-03-09T00:00:00Z', until: '2026-03-10T00:00:00Z', status: 'succeeded' },
    },
  },
};
