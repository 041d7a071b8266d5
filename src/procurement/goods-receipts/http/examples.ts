/** Request and response examples for the demo tenant, where half of order 2 is received; see `Examples`. */
export const RECEIPT_EXAMPLES = {
  post: {
    path: { id: 2 },
    bodies: {
      'Rest of the order': { lines: [{ item_id: 3, quantity_received: 300 }] },
      'With a rejected quantity': {
        received_at: '2026-03-09T08:30:00Z',
        delivery_note_number: 'DN-5521',
        notes: 'Unloaded at gate 2.',
        lines: [{ item_id: 3, quantity_received: 300, quantity_rejected: 12, rejection_reason: 'Torn bags' }],
      },
    },
  },
  externalId: {
    path: { id: 2 },
    bodies: {
      'Set the warehouse number': { external_id: 'WMS-GR-30417', metadata: { dock: 'Gate 2' } },
      'Clear the warehouse number': { external_id: null, metadata: null },
    },
  },
  cancel: {
    path: { id: 2 },
    bodies: { 'With a reason': { reason: 'Entered against the wrong order.' } },
    answer: {
      status: 'cancelled',
      cancelled_at: '2026-11-21T09:30:00.000Z',
      cancelled_by: { id: 1, name: 'Sara Al-Qahtani' },
      cancellation_reason: 'Entered against the wrong order.',
    },
  },
  sendBack: {
    bodies: { 'Part of a line': { lines: [{ item_id: 2, quantity: 5 }], reason: 'Rust on five rolls.' } },
  },
};
