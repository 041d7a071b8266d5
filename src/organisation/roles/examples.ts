/** What to try roles out with in the demo tenant; see `Examples`. */
export const ROLE_EXAMPLES = {
  one: { path: { slug: 'finance_officer' } },
  change: {
    path: { slug: 'requester' },
    bodies: {
      'Requesters who receive their own goods': { permissions: ['orders.write', 'receipts.write'] },
      'Requesters who order and no more': { permissions: ['orders.write'] },
    },
  },
};
