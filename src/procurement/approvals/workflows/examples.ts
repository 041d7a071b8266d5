/** What to try workflows out with in the demo tenant; see `Examples`. */
export const WORKFLOW_EXAMPLES = {
  put: {
    bodies: {
      'Finance from an amount on': {
        rules: [
          {
            steps: [
              { name: 'Department', role: 'department_head' },
              { name: 'Finance', role: 'finance_manager', min_amount: 50000 },
            ],
          },
        ],
      },
      'Two named users for investments of a department': {
        rules: [
          {
            when: { department_id: 2, expense_type: 'CAPEX' },
            steps: [{ name: 'Board', user_ids: [2, 5], mode: 'all' }],
          },
          {
            steps: [
              {
                name: 'Finance',
                role: 'finance_manager',
                min_amount: 10000,
                min_amounts: [{ currency: 'KWD', amount: 800 }],
              },
              { name: 'Department', role: 'department_head' },
            ],
          },
        ],
      },
    },
  },
  putOfAmendments: {
    bodies: {
      'The rules of purchase orders, whatever they become': { rules: null },
    },
  },
  putOfInvoices: {
    bodies: {
      'Two steps for large invoices without an order': {
        rules: [
          {
            when: { without_order: true },
            steps: [
              { name: 'Department', role: 'department_head', min_amount: 1000000 },
              { name: 'Finance', role: 'finance_manager', min_amount: 1000000 },
            ],
          },
        ],
      },
    },
  },
};
