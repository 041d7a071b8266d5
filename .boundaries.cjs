/**
 * What the boundaries check knows about modules: in which order they stand, and who may read whose tables.
 * `.dependency-cruiser.cjs` takes the order for imports, `src/dev/boundaries` for SQL.
 */

/** Imports and SQL go from a row to itself and the rows above, never down. Every folder of src/ but dev/ stands here. */
const ORDER = [
  ['common'],
  ['config', 'periodic'],
  ['database'],
  ['tenants'],
  [
    'http',
    'redis',
    'metrics',
    'logging',
    'processes',
    'rate-limits',
    'quotas',
    'pdf',
    'notifications',
    'health',
    'figures',
  ],
  ['auth', 'settings', 'users', 'departments', 'projects', 'vendors', 'documents', 'audit'],
  ['approvals'],
  ['purchase-orders'],
  ['goods-receipts'],
  ['invoices'],
  // Told of everything above through its ports; nothing above knows them.
  ['budgets', 'vendor-performance'],
  ['reports'],
  ['webhooks'],
  // The operator's: what seeds a tenant, what resets it, and the commands.
  ['provisioning'],
  ['demo'],
  ['sandbox'],
  ['commands'],
];

/** Tables that have no entity, and the module that each belongs to. */
const TABLES_WITHOUT_ENTITY = {
  encryption_canary: 'database',
  schema_migrations: 'database',
};

/**
 * Files that read tables of other modules, by themselves and nothing but reading:
 * `{ file: 'src/reports/spending.sql.ts', reads: ['vendors'], because: '…' }`. Where a table belongs to a module further down
 * the order, the reason says why no port can do it. An entry that is not needed any more fails the check.
 */
const SQL_READERS = [
  // auth to webhooks: what people, departments and tenants say of a row, in the statement that reads the row
  {
    file: 'src/audit/audit.sql.ts',
    reads: ['audit_log'],
    because: 'every module writes the log through database; this module is the only one that reads it',
  },
  {
    file: 'src/auth/tokens/tokens.sql.ts',
    reads: ['users', 'tenants'],
    because:
      'whether a token holds hangs on its user and tenant, at one moment: one statement under the lock of authority',
  },
  {
    file: 'src/departments/departments.sql.ts',
    reads: ['users'],
    because: 'a department shows its head; users import departments, so no method of theirs can be asked',
  },
  {
    file: 'src/provisioning/provisioning.sql.ts',
    reads: ['tenants', 'users'],
    because: 'finds the person that a command means, and a tenant with its owner',
  },
  {
    file: 'src/quotas/quotas.sql.ts',
    reads: ['tenants'],
    because: 'the quotas and the stored bytes are columns of the tenant, read beside the daily counts',
  },
  {
    file: 'src/reports/verification/figure-verification.sql.ts',
    reads: ['invoices', 'purchase_orders', 'report_entries', 'report_figures', 'vendor_performance_periods', 'vendors'],
    because:
      'recounts every figure of the tables that it is derived from, at one moment, and compares it with what figures keep',
  },
  {
    file: 'src/users/users.sql.ts',
    reads: ['api_tokens', 'tenants'],
    because: 'a page of users shows when each was last seen; an invitation is found with the status of its tenant',
  },
  {
    file: 'src/webhooks/delivery/deliveries.sql.ts',
    reads: ['events'],
    because: 'a delivery is of an event: inserted for it, claimed and listed with it, in one statement',
  },
];

/**
 * SQL functions (`src/database/functions`) read and write what their task takes, under the triggers or the questions that they
 * serve; each is named here, under the module that it belongs to.
 */
const SQL_FUNCTIONS = {
  auth: ['authenticate_token', 'touch_tokens'],
  database: ['sealed_samples', 'search_grams', 'searched_grams'],
  documents: ['orphaned_objects'],
  http: ['forget_idempotency_keys'],
  invoices: ['matching_invoices'],
  notifications: ['claim_mail'],
  'purchase-orders': ['matching_purchase_orders'],
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
  sandbox: ['due_sandbox_tenants', 'is_sandbox', 'sandbox_gate', 'sandbox_lock', 'wipe_sandbox_tenant'],
  tenants: ['all_tenants', 'tenant_by_slug'],
  users: ['invitation_tenant'],
  vendors: ['matching_vendors'],
  webhooks: ['due_webhook_deliveries', 'webhook_queue_state'],
};

module.exports = { ORDER, TABLES_WITHOUT_ENTITY, SQL_READERS, SQL_FUNCTIONS };
