/**
 * What the boundaries check knows about modules: in which order they stand, and who may read whose tables.
 * `.dependency-cruiser.cjs` takes the order for imports, `src/dev/boundaries` for SQL.
 */

/** Imports and SQL go from a row to itself and the rows above, never down. Every folder of src/ but dev/ stands here. */
const ORDER = [
  ['common'],
  ['config'],
  ['database'],
  ['http', 'redis', 'metrics', 'logging', 'processes', 'rate-limits', 'quotas', 'pdf', 'notifications', 'health'],
  ['auth', 'tenants', 'settings', 'users', 'departments', 'projects', 'vendors', 'documents', 'audit'],
  ['approvals'],
  ['purchase-orders'],
  ['goods-receipts'],
  ['invoices'],
  // Told of everything above through its ports; nothing above knows them.
  ['budgets', 'vendor-performance'],
  ['reports'],
  ['webhooks'],
  // The operator's: what seeds a tenant, what resets it, and the commands.
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
const SQL_READERS = [];

module.exports = { ORDER, TABLES_WITHOUT_ENTITY, SQL_READERS };
