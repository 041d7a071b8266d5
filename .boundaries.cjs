/**
 * The order of modules, and the files that may read tables of other modules.
 * `.dependency-cruiser.cjs` checks imports, `tools/boundaries` checks SQL.
 */

/**
 * Groups of the modules in `src/`. A group may import earlier groups; in a group, a row may import itself and earlier rows.
 * Every folder must be listed.
 */
const GROUPS = {
  messages: [['messages']],
  common: [['common']],
  platform: [
    ['config'],
    ['metrics', 'tracing'],
    ['periodic', 'logging', 'redis', 'pdf'],
    ['processes', 'database', 'rate-limits'],
    ['monitoring', 'validation'],
    ['records'],
    ['http'],
    ['health'],
  ],
  organisation: [
    ['tenants'],
    ['quotas'],
    ['notifications'],
    ['auth'],
    ['roles', 'departments'],
    ['settings', 'users', 'projects'],
  ],
  procurement: [
    ['figures', 'documents', 'approvals'],
    ['vendors'],
    ['purchase-orders'],
    ['goods-receipts', 'vendor-performance'],
    ['invoices'],
    // They implement ports of the modules above, which must not import them.
    ['budgets', 'reports'],
  ],
  history: [
    ['audit', 'evidence'],
    ['changes', 'trails'],
  ],
  integration: [['webhooks', 'imports', 'documentation'], ['exports']],
  operations: [['provisioning', 'keys', 'doctor'], ['recovery', 'demo'], ['sandbox'], ['commands']],
};

/** All modules, row by row. */
const ORDER = Object.values(GROUPS).flat();

/** Path of each module's folder below `src/`. */
const FOLDERS = new Map(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    rows.flat().map((name) => [name, group === name ? name : `${group}/${name}`]),
  ),
);

/** Owning modules of tables without an entity. */
const TABLES_WITHOUT_ENTITY = {
  database_timelines: 'database',
  encryption_canary: 'database',
  encryption_keys: 'database',
  schema_migrations: 'database',
  tenant_erasures: 'provisioning',
  verification_results: 'monitoring',
};

/**
 * SQL of a module may use only its own tables. Files listed here may read tables of other modules, for example
 * `{ file: 'src/procurement/reports/spending/spending.sql.ts', reads: ['vendors'], because: '…' }`.
 * Files of the operator's commands, which run as owner of the schema, may also have `writes`.
 * If a table belongs to a module further down the order, `because` explains why a port cannot read it.
 * The check fails if an entry is no longer needed.
 */
const SQL_READERS = [
  {
    file: 'src/history/audit/audit.sql.ts',
    reads: ['audit_log'],
    because:
      'The audit module lists entries of audit_log. The table belongs to database, through which every module writes entries.',
  },
  {
    file: 'src/organisation/auth/tokens.sql.ts',
    reads: ['users', 'tenants', 'role_permissions'],
    because:
      'auth checks a token with its user, tenant and role in one statement, after taking a lock. Port calls could see different states.',
  },
  {
    file: 'src/history/changes/changes.sql.ts',
    reads: ['events', 'evidence_chains', 'evidence_seals'],
    because: 'The change feed lists events in the order of their seals. One statement reads both in one snapshot.',
  },
  {
    file: 'src/organisation/departments/departments.sql.ts',
    reads: ['users'],
    because:
      'departments reads heads in the statement of a page, and locks a new head. users imports departments; a port would add a query.',
  },
  {
    file: 'src/operations/provisioning/provisioning.sql.ts',
    reads: ['tenants', 'users', 'purchase_orders', 'audit_log'],
    writes: ['tenants', 'audit_log'],
    because:
      'As owner of the schema, provisioning lists all tenants with their usage in one statement, finds users and sets legal holds.',
  },
  {
    file: 'src/operations/provisioning/archive/tables.sql.ts',
    reads: ['documents', 'api_tokens', 'report_entries'],
    because:
      'The archive leaves out unused files by a condition on documents. Lists name the other two; all tables come from the catalog.',
  },
  {
    file: 'src/operations/provisioning/archive/archive.sql.ts',
    reads: ['schema_migrations', 'tenants', 'evidence_chains', 'webhook_subscriptions', 'evidence_seals'],
    writes: ['tenants', 'evidence_chains', 'evidence_queue', 'invitations', 'api_tokens', 'webhook_subscriptions'],
    because:
      'As owner of the schema, provisioning imports a tenant in one transaction, and adapts rows to the new installation.',
  },
  {
    file: 'src/operations/provisioning/erasure/erasure.sql.ts',
    reads: ['tenants', 'stored_objects'],
    writes: ['tenants'],
    because: 'As owner of the schema, provisioning deletes the files of a tenant and its rows in all tables.',
  },
  {
    file: 'src/operations/provisioning/people/user-anonymisation.sql.ts',
    reads: [
      'api_tokens',
      'approval_decisions',
      'approval_steps',
      'audit_log',
      'events',
      'evidence_chains',
      'evidence_seals',
      'exports',
      'imports',
      'tenants',
      'users',
      'webhook_deliveries',
    ],
    writes: [
      'api_tokens',
      'approval_decisions',
      'audit_log',
      'events',
      'evidence_seals',
      'exports',
      'idempotency_keys',
      'import_errors',
      'imports',
      'outgoing_mail',
      'stored_objects',
      'users',
      'webhook_attempts',
    ],
    because:
      'As owner of the schema, provisioning replaces the data of a person in tables of many modules, in one transaction.',
  },
  {
    file: 'src/operations/recovery/lost-window.sql.ts',
    reads: ['audit_log', 'goods_receipts', 'invoices', 'outgoing_mail', 'purchase_orders', 'tenants'],
    because:
      'recovery finds the latest time in the database, and counts recent documents and pending mails of all tenants.',
  },
  {
    file: 'src/organisation/quotas/tenant-quotas.sql.ts',
    reads: ['tenants'],
    because: 'Quotas and stored bytes are columns of tenants. quotas reads them together with the daily counts.',
  },
  {
    file: 'src/procurement/reports/figure-verification.sql.ts',
    reads: ['invoices', 'purchase_orders', 'report_entries', 'report_figures', 'vendor_performance_periods', 'vendors'],
    because:
      'reports recounts each figure from its source table. One statement reads source and stored figures in one snapshot.',
  },
  {
    file: 'src/organisation/users/users.sql.ts',
    reads: ['api_tokens', 'tenants'],
    because:
      'users shows when the tokens of each user were last used, and finds an invitation with the status of its tenant.',
  },
  {
    file: 'src/integration/webhooks/delivery/deliveries.sql.ts',
    reads: ['departments', 'events', 'vendors'],
    because:
      'webhooks joins deliveries with events, and checks the ids of a filter in one statement. It must not import departments or vendors.',
  },
  {
    file: 'src/history/trails/trails.sql.ts',
    reads: [
      'api_tokens',
      'audit_log',
      'budget_movements',
      'budgets',
      'events',
      'goods_receipts',
      'invoices',
      'purchase_orders',
      'users',
      'webhook_deliveries',
      'webhook_subscriptions',
    ],
    because:
      'trails joins audit entries, budget movements and deliveries of many modules. Separate ports could not join them.',
  },
  {
    file: 'src/history/evidence/evidence-verification.sql.ts',
    reads: ['audit_log', 'events'],
    because: 'evidence recomputes each seal from its audit entry or event. One statement reads both in one snapshot.',
  },
  {
    file: 'src/integration/imports/kinds/references.sql.ts',
    reads: ['purchase_order_items', 'purchase_orders'],
    because:
      'imports looks up records of every kind by external id, code or number, for a batch of rows in one statement.',
  },
  {
    file: 'src/integration/imports/kinds/stored-documents.sql.ts',
    reads: ['documents', 'invoice_items', 'invoices', 'purchase_order_items', 'purchase_orders'],
    because:
      'imports compares documents in a file with the stored ones. One statement reads a batch of documents with their lines.',
  },
  {
    file: 'src/integration/exports/records/names.sql.ts',
    reads: ['departments', 'purchase_order_items', 'purchase_orders', 'vendors'],
    because:
      'exports writes external ids and codes of related records into files for imports. One statement reads those of many records.',
  },
  {
    file: 'src/procurement/vendors/vendor-totals.sql.ts',
    reads: ['tenants'],
    because:
      'A vendor without a currency uses the currency of its tenant. One statement reads it and updates the totals.',
  },
  {
    file: 'src/procurement/approvals/approvals.sql.ts',
    reads: ['users', 'departments', 'projects', 'vendors'],
    because:
      'approvals reads active approvers in the statement of the document, and records of a rule in one statement. Ports would add queries.',
  },
  {
    file: 'src/procurement/approvals/inbox/inbox.sql.ts',
    reads: ['users', 'departments', 'vendors', 'tenants'],
    because:
      'approvals lists pending documents with department and vendor in one statement; ports would add queries. It also reads approvers.',
  },
  {
    file: 'src/procurement/purchase-orders/queries/purchase-orders.sql.ts',
    reads: ['vendors', 'departments', 'projects', 'tenants', 'users', 'audit_log'],
    because:
      'purchase-orders shows orders with vendor, department, people and audit entries in one round trip, and sorts and searches by vendor.',
  },
  {
    file: 'src/procurement/purchase-orders/pending/open-steps.sql.ts',
    reads: ['approval_steps'],
    because:
      'When a user leaves, purchase-orders finds the open approval steps that include the user or the user’s role, with their orders.',
  },
  {
    file: 'src/procurement/goods-receipts/queries/goods-receipts.sql.ts',
    reads: ['purchase_orders', 'purchase_order_items', 'vendors'],
    because: 'goods-receipts shows and filters receipts with order, vendor and lines. One round trip reads a page.',
  },
  {
    file: 'src/procurement/invoices/queries/invoices.sql.ts',
    reads: [
      'purchase_orders',
      'purchase_order_items',
      'goods_receipts',
      'vendors',
      'departments',
      'tenants',
      'role_permissions',
    ],
    because:
      'invoices shows invoices with order, receipts, vendor and department in one round trip. Approvers depend on settings and roles.',
  },
  {
    file: 'src/procurement/invoices/queries/credit-notes.sql.ts',
    reads: ['vendors'],
    because: 'invoices lists and searches credit notes with the names of their vendors. One round trip reads a page.',
  },
  {
    file: 'src/procurement/invoices/queries/invoice-warnings.sql.ts',
    reads: ['tenants', 'vendors', 'vendor_bank_accounts'],
    because:
      'invoices derives warnings from the vendor, a setting and duplicates (also by VAT number or IBAN), in the statement of the invoice.',
  },
  {
    file: 'src/procurement/invoices/approval/pending-invoices.sql.ts',
    reads: ['approval_steps', 'purchase_orders'],
    because:
      'invoices lists pending invoices with the department of their order, and finds open steps that include a user or the user’s role.',
  },
  {
    file: 'src/procurement/budgets/ledger/stored-warnings.sql.ts',
    reads: ['tenants', 'vendors'],
    because:
      'budgets derives warnings of a document from a setting and the vendor category, in the statement of the document.',
  },
  {
    file: 'src/procurement/budgets/carry-forward/carry-forward.sql.ts',
    reads: ['purchase_orders'],
    because:
      'budgets returns the numbers of the orders in a budget that is carried forward. One statement joins ledger and orders.',
  },
  {
    file: 'src/procurement/budgets/budgets.sql.ts',
    reads: ['departments', 'purchase_orders', 'invoices'],
    because:
      'budgets shows the department of a budget, and the order and invoice of a movement. One round trip reads a page.',
  },
  {
    file: 'src/procurement/budgets/ledger/budget-verification.sql.ts',
    reads: ['purchase_orders', 'purchase_order_items', 'invoices', 'invoice_items', 'payments'],
    because:
      'budgets recomputes its ledger from the documents. It must not rely on the port calls that created the ledger.',
  },
  {
    file: 'src/procurement/vendor-performance/order-facts.sql.ts',
    reads: [
      'purchase_orders',
      'purchase_order_items',
      'goods_receipts',
      'goods_receipt_items',
      'invoices',
      'invoice_items',
    ],
    because:
      'vendor-performance reads all facts of an order in one statement, under the lock on the vendor. Ports would add statements.',
  },
  {
    file: 'src/procurement/vendor-performance/performance-sums.sql.ts',
    reads: ['vendors'],
    because: 'vendor-performance compares stored scores with recomputed ones. One statement reads a batch of vendors.',
  },
  {
    file: 'src/operations/doctor/checks/schema.sql.ts',
    reads: ['schema_migrations'],
    because: 'doctor reads the applied migrations in the statement that finds unsafe functions and disabled triggers.',
  },
  {
    file: 'src/procurement/reports/category-figures.sql.ts',
    reads: ['vendors'],
    because: 'reports counts figures under the current category of each vendor, in one statement.',
  },
  {
    file: 'src/procurement/reports/matching-report.sql.ts',
    reads: ['invoices'],
    because: 'reports lists the invoices with match exceptions, in the same round trip as the figures.',
  },
  {
    file: 'src/procurement/reports/performance/performance.sql.ts',
    reads: ['vendor_performance_periods', 'vendors', 'tenants'],
    because:
      'reports sorts vendors by their columns and shows the sums of their performance periods. One statement reads a page.',
  },
  {
    file: 'src/procurement/reports/spending/spending.sql.ts',
    reads: ['departments', 'vendors'],
    because:
      'reports shows groups with the current names of departments and vendors, and sorts equal totals by name, in one statement.',
  },
];

/** SQL functions (`src/platform/database/functions`) by owning module. They may read and write any table. */
const SQL_FUNCTIONS = {
  approvals: ['tenants_to_remind'],
  auth: ['authenticate_bearer', 'authenticate_token', 'touch_tokens'],
  changes: ['last_event_positions'],
  database: [
    'ascii_digits',
    'document_number_key',
    'fold_case',
    'number_key',
    'resource_version',
    'sealed_samples',
    'search_grams',
    'searched_grams',
    'text_key',
  ],
  documents: ['orphaned_objects'],
  evidence: [
    'anchor_evidence',
    'evidence_genesis',
    'evidence_tail',
    'mark_events_removed',
    'queue_evidence',
    'remove_old_evidence',
    'seal_evidence',
    'tenants_to_anchor',
    'tenants_to_seal',
    'tenants_with_old_evidence',
  ],
  exports: ['claim_export', 'expired_exports'],
  http: ['forget_idempotency_keys'],
  invoices: ['alike_invoices', 'matching_invoices', 'number_shape'],
  keys: ['sealed_values_by_key', 'tenants_with_other_keys'],
  monitoring: ['work_waiting'],
  notifications: ['claim_mail'],
  'purchase-orders': ['matching_purchase_orders'],
  settings: ['tenants_with_fiscal_years_to_store'],
  figures: [
    'fold_report_entries',
    'follow_department_for_reports',
    'follow_invoice_for_reports',
    'follow_order_for_reports',
    'follow_payment_for_reports',
    'follow_performance_for_reports',
    'follow_vendor_for_reports',
    'largest_vendors',
    'report_invoice_figures',
    'report_order_figures',
    'report_payment_figures',
    'report_performance_figures',
    'report_vendor_figures',
    'tenants_to_fold',
    'tenants_with_report_entries',
  ],
  imports: ['claim_import', 'tenants_to_prune_imports'],
  sandbox: ['due_sandbox_tenants', 'is_sandbox', 'sandbox_gate', 'sandbox_lock', 'wipe_sandbox_tenant'],
  tenants: ['all_tenants', 'tenant_by_slug', 'tenants_to_prune'],
  users: ['invitation_tenant'],
  'vendor-performance': ['tenants_to_score'],
  vendors: ['iban_key', 'keep_bank_details', 'key_vendor_category', 'key_vendor_numbers', 'matching_vendors'],
  webhooks: ['due_webhook_deliveries', 'tenants_to_prune_webhooks', 'webhook_queue_by_lane', 'webhook_queue_state'],
};

module.exports = { ORDER, FOLDERS, TABLES_WITHOUT_ENTITY, SQL_READERS, SQL_FUNCTIONS };
