/** Requests for an export. */
export const EXPORT_EXAMPLES = {
  file: { path: { resource: 'vendors' } },
  start: {
    bodies: {
      'Vendors and orders': { resources: ['vendors', 'purchase_orders'], format: 'ndjson' },
    },
  },
};
