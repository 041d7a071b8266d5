/** Requests for an export. */
export const EXPORT_EXAMPLES = {
  file: { path: { resource: 'vendors' } },
  start: {
    bodies: {
      'Vendors and orders': { resources: ['vendors', 'purchase_orders'], format: 'ndjson' },
    },
    answer: {
      status: 'queued',
      rows: 0,
      changes_cursor: null,
      files: [],
      started_at: null,
      finished_at: null,
      expires_at: null,
    },
  },
};
