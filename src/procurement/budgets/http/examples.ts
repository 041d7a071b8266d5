const create = {
  bodies: {
    'For a department and a year': {
      name: 'General services 2027',
      department_id: 1,
      fiscal_year: 2027,
      allocated_amount: 80000,
      currency: 'SAR',
    },
    'With allocations and alerts': {
      name: 'Laboratory equipment 2027',
      category: 'it',
      department_id: 3,
      fiscal_year: 2027,
      allocated_amount: 250000,
      currency: 'SAR',
      allocations: { capex: 200000, opex: 50000 },
      alert_thresholds: [75, 90, 100],
      notes: 'Approved by the board in its spring meeting.',
    },
  },
};

/** Examples that work in the demo tenant. */
export const BUDGET_EXAMPLES = {
  create,
  carryForward: {
    path: { id: 4 },
    bodies: { 'To the budget of the next year': { to_budget_id: 1 } },
  },
  update: {
    path: { id: 2 },
    bodies: {
      'A higher amount': { allocated_amount: 180000, notes: 'Raised for the second floor.' },
      Frozen: { status: 'frozen' },
    },
    answer: { status: 'active' },
  },
};
