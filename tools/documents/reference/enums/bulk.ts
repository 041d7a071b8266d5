import type { NamedEnum } from '../../openapi/reference';

/** Enums of imports and exports. */
export const BULK_ENUMS: readonly NamedEnum[] = [
  {
    name: 'ImportResource',
    description: 'The kind of records in a file. A kind may refer to the kinds before it.',
    values: {
      departments: 'Departments, identified by external id or code.',
      projects: 'Projects, identified by external id or code.',
      users: 'Users, identified by external id or e-mail address.',
      vendors: 'Vendors, identified by external id.',
      budgets: 'Budgets, identified by external id.',
      purchase_orders: 'Open purchase orders with their lines.',
      invoices: 'Open invoices with their lines.',
    },
  },
  {
    name: 'ImportFormat',
    description: 'The format of an import file.',
    values: { csv: 'Comma-separated values (RFC 4180) with a header row.', ndjson: 'One JSON object per line.' },
  },
  {
    name: 'ImportStatus',
    description: 'The status of an import.',
    values: {
      queued: 'Waits for its turn.',
      running: 'Rows are being imported.',
      done: 'All rows were processed; `rows_failed` counts the rejected ones.',
      failed: 'Aborted; `failure` contains the reason. Rows imported before remain.',
    },
  },
  {
    name: 'ImportDelimiter',
    description: 'The separator between cells of a CSV file.',
    values: { comma: 'U+002C, `,`.', semicolon: 'U+003B, `;`.', tab: 'U+0009, a horizontal tab.' },
  },
  {
    name: 'ImportDecimal',
    description: 'The decimal separator of numbers in a CSV file.',
    values: { point: '`1234.5`.', comma: '`1234,5`.' },
  },
  {
    name: 'ImportThousands',
    description: 'The thousands separator of numbers in a CSV file.',
    values: { comma: '`1,234,567`.', dot: '`1.234.567`.', space: '`1 234 567`, also with a no-break or thin space.' },
  },
  {
    name: 'ImportDateFormat',
    description: 'The date format of a CSV file.',
    values: {
      'yyyy-mm-dd': '`2026-03-31`.',
      'dd/mm/yyyy': '`31/03/2026`.',
      'dd.mm.yyyy': '`31.03.2026`.',
      'mm/dd/yyyy': '`03/31/2026`.',
    },
  },
  {
    name: 'ImportColumnType',
    description: 'How the cells of a column are read.',
    values: {
      text: 'Text, unchanged.',
      number: 'A number with the separators of `decimal` and `thousands`.',
      day: 'A date in the format of `date_format`.',
      boolean: '`true` or `false`.',
      json: 'JSON, as in the request to create a record.',
    },
  },
  {
    name: 'ImportSeverity',
    description: 'The severity of an entry about a row.',
    values: { error: 'The row was rejected.', warning: 'The record was saved, with a warning.' },
  },
  {
    name: 'ExportResource',
    description: 'The records in an export file.',
    values: {
      departments: 'With their heads.',
      projects: 'With their departments.',
      users: 'Without their tokens.',
      delegations: 'Of all users.',
      vendors: 'With their performance.',
      bank_accounts: 'Versions of bank details.',
      budgets: 'With their running amounts.',
      purchase_orders: 'With lines, approvals and trail.',
      amendments: 'Of orders.',
      order_versions: 'Those that amendments replaced.',
      goods_receipts: 'With lines and returns.',
      invoices: 'With lines, match, payments and credit notes.',
      budget_movements: 'The ledgers.',
      webhooks: 'Without their secrets.',
      webhook_deliveries: 'With attempts.',
      roles: 'With their permissions.',
      settings: 'One record.',
      approval_workflows: 'A record for each kind of document.',
      audit_log: 'Its entries.',
    },
  },
];
