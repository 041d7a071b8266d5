/**
 * The order of modules, and which files may read tables of other modules.
 * `.dependency-cruiser.cjs` takes the order for imports, `tools/boundaries` for SQL.
 */

/**
 * The groups of modules in `src/`, and the modules of each. A group uses the groups before it. Inside a group, a row uses the rows
 * before it and itself. Imports and SQL never go the other way. Every folder is listed here.
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
    // They implement ports of the modules above, which do not know them.
    ['budgets', 'reports'],
  ],
  history: [
    ['audit', 'evidence'],
    ['changes', 'trails'],
  ],
  integration: [
    ['webhooks', 'imports', 'documentation'],
    ['exports', 'reference'],
  ],
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

/** Tables that have no entity, and the module that each belongs to. */
const TABLES_WITHOUT_ENTITY = {
  database_timelines: 'database',
  encryption_canary: 'database',
  encryption_keys: 'database',
  schema_migrations: 'database',
  tenant_erasures: 'provisioning',
  verification_results: 'monitoring',
};

/**
 * Files that read tables of other modules, by themselves and nothing but reading:
 * `{ file: 'src/procurement/reports/spending/spending.sql.ts', reads: ['vendors'], because: '…' }`. What the operator does as the owner of the schema may
 * have `writes`, too. Where a table belongs to a module further down
 * the order, the reason says why no port can do it. An entry that is not needed any more fails the check.
 */
const SQL_READERS = [
  // auth to webhooks: what people, departments and tenants say of a row, in the statement that reads the row
  {
    file: 'src/history/audit/audit.sql.ts',
    reads: ['audit_log'],
    because: 'every module writes the log through database; this module is the only one that reads it',
  },
  {
    file: 'src/organisation/auth/tokens.sql.ts',
    reads: ['users', 'tenants', 'role_permissions'],
    because:
      'whether a token holds, and what for, hangs on its user, tenant and role, at one moment: one statement under the lock of authority',
  },
  {
    file: 'src/history/changes/changes.sql.ts',
    reads: ['events', 'evidence_chains', 'evidence_seals'],
    because: 'The feed is the events in the order in which they were sealed; both are read at one moment.',
  },
  {
    file: 'src/organisation/departments/departments.sql.ts',
    reads: ['users'],
    because: 'a department shows its head; users import departments, so no method of theirs can be asked',
  },
  {
    file: 'src/operations/provisioning/provisioning.sql.ts',
    reads: ['tenants', 'users', 'purchase_orders', 'audit_log'],
    writes: ['tenants', 'audit_log'],
    because:
      'Finds the person that a command means, and a tenant with its owner. The operator sees all tenants with their use in one statement a page, as the owner of the schema.',
  },
  {
    file: 'src/operations/provisioning/archive/tables.sql.ts',
    reads: ['documents', 'api_tokens', 'report_entries'],
    because:
      'An archive holds the files that something needs; its tables are read from the catalog, and these are named in lists.',
  },
  {
    file: 'src/operations/provisioning/archive/archive.sql.ts',
    reads: ['schema_migrations', 'tenants', 'evidence_chains', 'webhook_subscriptions', 'evidence_seals'],
    writes: ['tenants', 'evidence_chains', 'evidence_queue', 'invitations', 'api_tokens', 'webhook_subscriptions'],
    because:
      'A tenant is exported and imported as the owner of the schema, all tables alike, in one transaction; what stands otherwise in a new place is set in it.',
  },
  {
    file: 'src/operations/provisioning/erasure/erasure.sql.ts',
    reads: ['tenants', 'stored_objects'],
    writes: ['tenants'],
    because: 'A tenant is erased as the owner of the schema, all tables alike.',
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
      'A person stands in the rows of many modules and is replaced in all of them, as the owner of the schema, in one transaction.',
  },
  {
    file: 'src/operations/recovery/lost-window.sql.ts',
    reads: ['audit_log', 'goods_receipts', 'invoices', 'outgoing_mail', 'purchase_orders', 'tenants'],
    because: 'how much may have happened after the moment of a restore: no module alone knows',
  },
  {
    file: 'src/organisation/quotas/tenant-quotas.sql.ts',
    reads: ['tenants'],
    because: 'the quotas and the stored bytes are columns of the tenant, read beside the daily counts',
  },
  {
    file: 'src/procurement/reports/figure-verification.sql.ts',
    reads: ['invoices', 'purchase_orders', 'report_entries', 'report_figures', 'vendor_performance_periods', 'vendors'],
    because:
      'recounts every figure of the tables that it is derived from, at one moment, and compares it with what figures keep',
  },
  {
    file: 'src/organisation/users/users.sql.ts',
    reads: ['api_tokens', 'tenants'],
    because: 'a page of users shows when each was last seen; an invitation is found with the status of its tenant',
  },
  {
    file: 'src/integration/webhooks/delivery/deliveries.sql.ts',
    reads: ['departments', 'events', 'vendors'],
    because:
      'A delivery is of an event: inserted for it, claimed and listed with it, in one statement. Whether the ids of a filter are the tenant’s is one statement, too; webhooks know events only.',
  },
  // trails
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
      'A trail tells what happened in every module, in one answer of a constant number of statements; it writes nothing.',
  },
  {
    file: 'src/history/evidence/evidence-verification.sql.ts',
    reads: ['audit_log', 'events'],
    because: 'A seal is worked out again from the row that it is of, both read at one moment.',
  },
  {
    file: 'src/integration/imports/kinds/references.sql.ts',
    reads: ['purchase_order_items', 'purchase_orders'],
    because:
      'Rows of a file name records of every kind by their external ids and codes, a batch of rows in one statement.',
  },
  {
    file: 'src/integration/imports/kinds/stored-documents.sql.ts',
    reads: ['documents', 'invoice_items', 'invoices', 'purchase_order_items', 'purchase_orders'],
    because:
      'A file with documents that are stored already is compared with them, a batch of documents in one statement.',
  },
  {
    file: 'src/integration/exports/records/names.sql.ts',
    reads: ['departments', 'purchase_order_items', 'purchase_orders', 'vendors'],
    because: 'A file for an import names records by their external ids and codes, which answers do not show.',
  },
  // vendors
  {
    file: 'src/procurement/vendors/vendor-totals.sql.ts',
    reads: ['tenants'],
    because:
      'The currency of a vendor that has none of its own is the tenant’s, and totals are changed in one statement.',
  },
  // approvals
  {
    file: 'src/procurement/approvals/approvals.sql.ts',
    reads: ['users', 'departments', 'projects', 'vendors'],
    because:
      'Who may decide is asked of the users who are active now, within the statement that reads the document; a rule names records that are there.',
  },
  {
    file: 'src/procurement/approvals/inbox/inbox.sql.ts',
    reads: ['users', 'departments', 'vendors', 'tenants'],
    because:
      'What waits is listed with its department and vendor and with who may decide it, the users who are active now, by the settings of now; a reminder is addressed to them in the same transaction.',
  },
  // purchase-orders
  {
    file: 'src/procurement/purchase-orders/queries/purchase-orders.sql.ts',
    reads: ['vendors', 'departments', 'projects', 'tenants', 'users', 'audit_log'],
    because:
      'An order, on screen and on paper, and a list of orders name their vendor, place and people, and are sorted and searched by them, in one round trip.',
  },
  {
    file: 'src/procurement/purchase-orders/pending/open-steps.sql.ts',
    reads: ['approval_steps'],
    because:
      'The orders that wait for a user who leaves are found by their open steps and by the role that the user had.',
  },
  // goods-receipts
  {
    file: 'src/procurement/goods-receipts/queries/goods-receipts.sql.ts',
    reads: ['purchase_orders', 'purchase_order_items', 'vendors'],
    because: 'A receipt is shown and filtered with its order, vendor and lines, a page in one round trip.',
  },
  // invoices
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
      'An invoice is shown, searched and entered with its order, receipts, vendor and department, in one round trip; who may decide it depends on the settings and on what roles may do.',
  },
  {
    file: 'src/procurement/invoices/queries/credit-notes.sql.ts',
    reads: ['vendors'],
    because: 'A list of credit notes names their vendors and is searched by these, a page in one round trip.',
  },
  {
    file: 'src/procurement/invoices/queries/invoice-warnings.sql.ts',
    reads: ['tenants', 'vendors', 'vendor_bank_accounts'],
    because:
      'What stands of an invoice hangs on its vendor and on a setting, in the statement that reads it; invoices that may be the same are found over vendors that may be: by VAT number or IBAN.',
  },
  {
    file: 'src/procurement/invoices/approval/pending-invoices.sql.ts',
    reads: ['approval_steps', 'purchase_orders'],
    because:
      'An invoice that waits is listed with the department of its order, whose head its steps may ask; those that wait for a user who leaves are found by their open steps and by the role that the user had.',
  },
  // budgets
  {
    file: 'src/procurement/budgets/ledger/stored-warnings.sql.ts',
    reads: ['tenants', 'vendors'],
    because:
      'What a budget says of a document hangs on a setting and on the vendor’s category, in the statement that reads it.',
  },
  {
    file: 'src/procurement/budgets/carry-forward/carry-forward.sql.ts',
    reads: ['purchase_orders'],
    because: 'A carry-forward answers which orders it moved and which it left, by their numbers.',
  },
  {
    file: 'src/procurement/budgets/budgets.sql.ts',
    reads: ['departments', 'purchase_orders', 'invoices'],
    because: 'Budgets and their movements name department and documents, a page in one round trip.',
  },
  {
    file: 'src/procurement/budgets/ledger/budget-verification.sql.ts',
    reads: ['purchase_orders', 'purchase_order_items', 'invoices', 'invoice_items', 'payments'],
    because:
      'The verification works the ledger out anew from the documents, so it must not trust what their modules tell budgets.',
  },
  // vendor-performance
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
    because: 'All facts of an order are read in one statement, under the vendor’s lock.',
  },
  {
    file: 'src/procurement/vendor-performance/performance-sums.sql.ts',
    reads: ['vendors'],
    because: 'The scores of a day are compared with those that the vendors have, a batch in one statement.',
  },
  // doctor
  {
    file: 'src/operations/doctor/checks/schema.sql.ts',
    reads: ['schema_migrations'],
    because: 'What is missing although migrations have run is found beside the list of those that have.',
  },
  // reports
  {
    file: 'src/procurement/reports/category-figures.sql.ts',
    reads: ['vendors'],
    because: 'Figures count under the category that their vendor has now, summed in one statement.',
  },
  {
    file: 'src/procurement/reports/matching-report.sql.ts',
    reads: ['invoices'],
    because: 'The report lists the invoices that wait, of the same moment as its figures.',
  },
  {
    file: 'src/procurement/reports/performance/performance.sql.ts',
    reads: ['vendor_performance_periods', 'vendors', 'tenants'],
    because:
      'A page of vendors is sorted by the vendors’ columns and shown with the sums of their days, in one statement.',
  },
  {
    file: 'src/procurement/reports/spending/spending.sql.ts',
    reads: ['departments', 'vendors'],
    because: 'Groups of the report are named, sorted and ranked by the names that departments and vendors have now.',
  },
];

/**
 * SQL functions (`src/platform/database/functions`) read and write what their task takes, under the triggers or the questions that they
 * serve; each is named here, under the module that it belongs to.
 */
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
