/** What can be exported: every kind of record that a list answers. `docs/bulk.md` says what is left out. */
export const EXPORT_RESOURCES = [
  'departments',
  'projects',
  'users',
  'delegations',
  'vendors',
  'bank_accounts',
  'budgets',
  'purchase_orders',
  'amendments',
  'order_versions',
  'goods_receipts',
  'invoices',
  'budget_movements',
  'webhooks',
  'webhook_deliveries',
  'roles',
  'settings',
  'approval_workflows',
  'audit_log',
] as const;
export type ExportResource = (typeof EXPORT_RESOURCES)[number];

/** Of those, what an import takes. */
export const FOR_IMPORT = [
  'departments',
  'projects',
  'users',
  'vendors',
  'budgets',
  'purchase_orders',
  'invoices',
] as const satisfies readonly ExportResource[];
export type ResourceForImport = (typeof FOR_IMPORT)[number];

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Exports of one tenant that wait or run, at most. */
export const MAX_OPEN = 20;

/** How long an export may read: PostgreSQL removes no old row versions that its snapshot may still see. */
export const MOST_MINUTES = 15;

/** How long the files of an export are kept. */
export const KEPT_DAYS = 7;

export function isForImport(resource: ExportResource): resource is ResourceForImport {
  return (FOR_IMPORT as readonly string[]).includes(resource);
}
