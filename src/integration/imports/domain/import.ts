/** What can be imported, in the order in which one kind may name another. */
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

/** Most rows of a file, headings and empty lines left out. */
export const MAX_ROWS = 100_000;

/** Whether an entry about a row refused it, or is something that the API answers beside a record that it wrote. */
export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Errors of one row, and of one import, that are kept. */
export const MAX_ERRORS_OF_ROW = 10;
export const MAX_ERRORS = 100_000;

/** How long an import that has ended is kept, with its errors; and its CSV file, if rows of it were refused. */
export const KEPT_DAYS = 30;
export const FILE_KEPT_DAYS = 7;

/** Imports of one tenant that are being received or inspected, wait or run, at most. */
export const MAX_OPEN = 20;
