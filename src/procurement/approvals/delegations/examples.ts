/** What to try delegations out with in the demo tenant: a department's head and whom they lend their approvals to. */
export const DELEGATION_EXAMPLES = {
  list: { path: { id: 3 } },
  create: {
    path: { id: 3 },
    bodies: { 'Two weeks of leave': { delegate_id: 2, from: '2036-07-01', to: '2036-07-14' } },
    answer: { is_active: false },
  },
  revoke: { path: { id: 3 } },
};
