import type { NamedEnum } from '../../../platform/http';

/** Sets of values of imports and exports. */
export const BULK_ENUMS: readonly NamedEnum[] = [
  {
    name: 'ImportResource',
    description: 'What kind of records a file holds, in the order in which one kind may name another.',
    values: {
      departments: 'Departments, named by external id or code.',
      projects: 'Projects, named by external id or code.',
      users: 'Users, named by external id or e-mail address.',
      vendors: 'Vendors, named by external id.',
      budgets: 'Budgets, named by external id.',
      purchase_orders: 'Open purchase orders with their lines.',
      invoices: 'Open invoices with their lines.',
    },
  },
  {
    name: 'ImportFormat',
    description: 'What the file of an import is.',
    values: {
      csv: 'Comma-separated values (RFC 4180) with a line of headings.',
      ndjson: 'A JSON object on each line.',
    },
  },
  {
    name: 'ImportStatus',
    description: 'How far an import is.',
    values: {
      queued: 'It waits for its turn.',
      running: 'Its rows are being imported.',
      done: 'Every row was looked at; `rows_failed` says how many were refused.',
      failed: 'It was given up; `failure` says why, and the rows before stay.',
    },
  },
  {
    name: 'ImportDelimiter',
    description: 'What is between the cells of a CSV file.',
    values: { comma: 'U+002C, `,`.', semicolon: 'U+003B, `;`.', tab: 'U+0009, a horizontal tab.' },
  },
  {
    name: 'ImportDecimal',
    description: 'What is before the decimals of a number in a CSV file.',
    values: { point: '`1234.5`.', comma: '`1234,5`.' },
  },
  {
    name: 'ImportThousands',
    description: 'What groups the digits of a number in a CSV file.',
    values: { comma: '`1,234,567`.', dot: '`1.234.567`.', space: '`1 234 567`, also with a no-break or thin space.' },
  },
  {
    name: 'ImportDateFormat',
    description: 'How a CSV file writes days.',
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
      text: 'As they are.',
      number: 'With the marks that `decimal` and `thousands` name.',
      day: 'In the format that `date_format` names.',
      boolean: '`true` or `false`.',
      json: 'JSON, as the request to create a record has it.',
    },
  },
  {
    name: 'ImportSeverity',
    description: 'What an entry about a row of an import is.',
    values: {
      error: 'Why the row was refused.',
      warning: 'What the API warns of about a record that was written.',
    },
  },
  {
    name: 'ExportResource',
    description: 'What a file of an export holds.',
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
