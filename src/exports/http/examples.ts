/** Requests for an export. */
export const EXPORT_EXAMPLES = {
  file: { path: { resource: 'vendors' } },
  start: {
    bodies: {
      'Vendors and orders': { resources: ['vendors', 'purchase_orders'], format: 'ndjson' },
      'The whole tenant': { format: 'ndjson' },
      'Vendors for another tenant': { resources: ['vendors'], format: 'csv', for_import: true },
    },
  },
};
