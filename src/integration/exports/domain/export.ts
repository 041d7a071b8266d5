/** All kinds of records that an export can contain. `docs/guide/exports.md` lists what is left out. */
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

/** Kinds that an import accepts. */
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

/** Maximum unfinished exports per tenant. */
export const MAX_OPEN = 20;

/** Maximum duration of an export. Its snapshot prevents PostgreSQL from removing old row versions. */
export const MOST_MINUTES = 15;

/** Retention of export files. */
export const KEPT_DAYS = 7;

export function isForImport(resource: ExportResource): resource is ResourceForImport {
  return (FOR_IMPORT as readonly string[]).includes(resource);
}
