/** Importable kinds. The order matters: a kind may refer to earlier ones. */
export const IMPORT_RESOURCES = [
  'departments',
  'projects',
  'users',
  'vendors',
  'budgets',
  'purchase_orders',
  'invoices',
] as const;
export type ImportResource = (typeof IMPORT_RESOURCES)[number];

export const IMPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const IMPORT_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Maximum rows of a file, without headings and empty lines. */
export const MAX_ROWS = 100_000;

/** An error rejects the row. A warning is one that the API returns with a saved record. */
export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Maximum errors saved per row and per import. */
export const MAX_ERRORS_OF_ROW = 10;
export const MAX_ERRORS = 100_000;

/** Retention of an ended import with its errors, and of its CSV file if rows were rejected. */
export const KEPT_DAYS = 30;
export const FILE_KEPT_DAYS = 7;

/** Maximum imports of one tenant that are not finished, including uploads in progress. */
export const MAX_OPEN = 20;
