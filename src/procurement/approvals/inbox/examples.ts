/** What to decide together in the demo tenant: an order that waits, and an amendment. */
export const INBOX_EXAMPLES = {
  decide: {
    bodies: {
      'An order and an amendment': {
        decisions: [
          { type: 'purchase_order', id: 4, step: 1, outcome: 'approve', comments: 'Within budget.' },
          { type: 'amendment', id: 1, outcome: 'reject', comments: 'The first pour is not done.' },
        ],
      },
    },
  },
};
