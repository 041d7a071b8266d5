import type { NamedEnum } from '../../http';

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
    name: 'ExportResource',
    description: 'What a file of an export holds.',
    values: {
      departments: 'Departments with their heads.',
      projects: 'Projects with the department of each.',
      users: 'Users, without their tokens.',
      vendors: 'Vendors with their performance.',
      budgets: 'Budgets with their running amounts.',
      purchase_orders: 'Purchase orders with lines, approvals and trail.',
      goods_receipts: 'Goods receipts with lines and returns.',
      invoices: 'Invoices with lines, match, payments and credit notes.',
      webhooks: 'Subscriptions of webhooks, without their secrets.',
      roles: 'Roles with their permissions.',
      settings: 'The settings, one record.',
      approval_workflows: 'The workflows of purchase orders, amendments and invoices, a record each.',
      audit_log: 'The entries of the audit log.',
    },
  },
];
