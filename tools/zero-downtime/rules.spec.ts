import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type RecordedMigration, tablesMade, zeroDowntimeFaults } from './rules';

const FOLDER = join(__dirname, '../../src/platform/database/migrations');

/** Time of the last migration of the latest release. Later migrations run while its instances serve. */
const RELEASED = 1_795_305_600_300;

// Migrations from before these rules, with the reason why each is acceptable. Add only changes of few rows.
const READ_ONCE =
  'reads the table once under a lock, its columns new and empty: a quiet hour, as docs/upgrading.md says';
const WIDER = 'reads the table once under a lock; allows all that the one before it allowed';
const FEW = 'the table has tens of rows a tenant at most';
const ODD_NUMBERS = 'only numbers with other digits, dashes or invisible characters change';
const OPEN_ONLY = 'of what is a draft or waits for approval alone, whose requests wait meanwhile';

const EXCEPTIONS: Readonly<Record<string, string>> = {
  'RolePermissions1795305600400: users: ADD CONSTRAINT ck_users_role CHECK': WIDER,
  'ApprovalSubjects1795305600410: approval_steps: ADD CONSTRAINT ck_approval_steps_subject CHECK': WIDER,
  'ApprovalSubjects1795305600410: approval_steps: ADD CONSTRAINT fk_approval_steps_tenant_id_invoice_id FOREIGN':
    READ_ONCE,
  'ApprovalSubjects1795305600410: approval_steps: CREATE UNIQUE INDEX uq_approval_steps_invoice_place': READ_ONCE,
  'ApprovalSubjects1795305600410: approval_steps: CREATE INDEX ix_approval_steps_pending ON':
    'reads the table once under a lock; of what is pending alone',
  'ApprovalSubjects1795305600410: approval_workflows: ADD CONSTRAINT ck_approval_workflows_rules CHECK': FEW,
  'OrderAuthors1795305600420: purchase_orders: ADD CONSTRAINT fk_purchase_orders_tenant_id_submitted_by_id FOREIGN':
    READ_ONCE,
  'OrderAuthors1795305600420: purchase_orders: UPDATE purchase_orders o SET': OPEN_ONLY,
  'PaymentReversals1795305600430: payments: ADD CONSTRAINT ck_payments_reversal CHECK': READ_ONCE,
  'PaymentReversals1795305600430: payments: ADD CONSTRAINT fk_payments_tenant_id_reverses_id FOREIGN': READ_ONCE,
  'PaymentReversals1795305600430: payments: CREATE UNIQUE INDEX uq_payments_reverses': READ_ONCE,
  'InvoiceDuties1795305600431: invoices: ADD CONSTRAINT fk_invoices_tenant_id_submitted_by_id FOREIGN': READ_ONCE,
  'InvoiceDuties1795305600431: invoices: UPDATE invoices i SET': OPEN_ONLY,
  'InvoiceTwins1795305600432: invoices: CREATE INDEX ix_invoices_number_bare ON':
    'can be made CONCURRENTLY beforehand: it names columns of 0.1.0 alone',
  'InvoiceTwins1795305600432: invoices: CREATE INDEX ix_invoices_number_short ON':
    'can be made CONCURRENTLY beforehand: it names columns of 0.1.0 alone',
  'VendorBankAccounts1795305600440: payments: ADD CONSTRAINT fk_payments_tenant_id_bank_account_id FOREIGN': READ_ONCE,
  'VendorNumberKeys1795305600441: vendors: UPDATE vendors SET vat_number':
    'vendors are thousands a tenant, not millions; a change of one waits meanwhile',
  'VendorNumberKeys1795305600441: vendors: CREATE INDEX ix_vendors_vat_key ON': 'vendors are thousands a tenant',
  'VendorNumberKeys1795305600441: vendors: CREATE INDEX ix_vendors_cr_key ON': 'vendors are thousands a tenant',
  'BudgetActivation1795305600450: budgets: WITH activations AS (': FEW,
  'CarryForward1795305600451: budgets: ADD CONSTRAINT fk_budgets_tenant_id_carried_to_id FOREIGN': FEW,
  'CarryForward1795305600451: budget_movements: ADD CONSTRAINT ck_budget_movements_type CHECK': WIDER,
  'WebhookFilters1795305600490: webhook_deliveries: CREATE INDEX ix_webhook_deliveries_request ON': READ_ONCE,
  'ExternalIds1795305600510: users: CREATE UNIQUE INDEX uq_users_external_id': READ_ONCE,
  'ExternalIds1795305600510: departments: CREATE UNIQUE INDEX uq_departments_external_id': FEW,
  'ExternalIds1795305600510: projects: CREATE UNIQUE INDEX uq_projects_external_id': FEW,
  'ExternalIds1795305600510: vendors: CREATE UNIQUE INDEX uq_vendors_external_id': READ_ONCE,
  'ExternalIds1795305600510: purchase_orders: CREATE UNIQUE INDEX uq_purchase_orders_external_id': READ_ONCE,
  'ExternalIds1795305600510: purchase_order_items: CREATE UNIQUE INDEX uq_purchase_order_items_external_id': READ_ONCE,
  'ExternalIds1795305600510: goods_receipts: CREATE UNIQUE INDEX uq_goods_receipts_external_id': READ_ONCE,
  'ExternalIds1795305600510: invoices: CREATE UNIQUE INDEX uq_invoices_external_id': READ_ONCE,
  'ExternalIds1795305600510: invoice_items: CREATE UNIQUE INDEX uq_invoice_items_external_id': READ_ONCE,
  'ExternalIds1795305600510: payments: CREATE UNIQUE INDEX uq_payments_external_id': READ_ONCE,
  'ExternalIds1795305600510: budgets: CREATE UNIQUE INDEX uq_budgets_external_id': FEW,
  'DocumentsOfInvoicesAndReceipts1795305600512: documents: ADD CONSTRAINT ck_documents_owner CHECK': WIDER,
  'DocumentsOfInvoicesAndReceipts1795305600512: documents: ADD CONSTRAINT fk_documents_tenant_id_invoice_id FOREIGN':
    READ_ONCE,
  'DocumentsOfInvoicesAndReceipts1795305600512: documents: ADD CONSTRAINT fk_documents_tenant_id_goods_receipt_id FOREIGN':
    READ_ONCE,
  'DocumentsOfInvoicesAndReceipts1795305600512: documents: CREATE INDEX ix_documents_tenant_id_invoice_id_id ON':
    READ_ONCE,
  'DocumentsOfInvoicesAndReceipts1795305600512: documents: CREATE INDEX ix_documents_tenant_id_goods_receipt_id_id ON':
    READ_ONCE,
  'CategoryKeys1795305602003: vendors: UPDATE vendors SET category_key':
    'vendors are thousands a tenant, not millions; a change of one waits meanwhile',
  'CategoryKeys1795305602003: budgets: WITH keyed AS (': FEW,
  'NumberKeys1795305602004: invoices: WITH other AS (': ODD_NUMBERS,
  'NumberKeys1795305602004: credit_notes: WITH other AS (': ODD_NUMBERS,
  'NumberKeys1795305602004: vendors: UPDATE vendors SET vat_key': ODD_NUMBERS,
};

/** Records the statements of a migration without a database: its queries return no rows. */
async function recorded(file: string): Promise<RecordedMigration> {
  const [Migration] = Object.values(
    (await import(join(FOLDER, file))) as Record<string, new () => MigrationInterface & { transaction?: boolean }>,
  );
  if (!Migration) throw new Error(`${file} exports no migration`);
  const migration = new Migration();
  const statements: string[] = [];
  const query = (text: string): Promise<unknown[]> => Promise.resolve((statements.push(text), []));
  await migration.up({ dataSource: {}, query } as unknown as QueryRunner);
  return { name: Migration.name, isTransaction: migration.transaction !== false, statements };
}

describe('migrations that run while the previous release serves', () => {
  it('remove nothing, reject nothing and lock nothing for long, except for listed exceptions', async () => {
    const files = readdirSync(FOLDER).filter((name) => /^\d+-.*\.ts$/.test(name));
    const isLater = (file: string): boolean => Number.parseInt(file, 10) > RELEASED;
    const before = await Promise.all(files.filter((file) => !isLater(file)).map(recorded));
    const after = await Promise.all(files.filter(isLater).map(recorded));
    const existing = new Set(before.flatMap(({ statements }) => tablesMade(statements)));
    expect(existing.size).toBeGreaterThan(40);
    const faults = zeroDowntimeFaults(after, existing);
    const isExcepted = ({ migration, what }: (typeof faults)[number]): boolean => `${migration}: ${what}` in EXCEPTIONS;
    expect(faults.filter((fault) => !isExcepted(fault))).toEqual([]);
    // Exceptions that are not needed any more must be removed.
    expect(Object.keys(EXCEPTIONS)).toEqual(faults.map(({ migration, what }) => `${migration}: ${what}`));
  });

  const faultsOf = (statement: string, isTransaction = true): string[] =>
    zeroDowntimeFaults([{ name: 'M', isTransaction, statements: [statement] }], new Set(['vendors'])).map(
      ({ what }) => what,
    );

  it.each([
    'ALTER TABLE vendors DROP COLUMN phone',
    'ALTER TABLE vendors ADD COLUMN a text, DROP COLUMN phone',
    'ALTER TABLE vendors RENAME COLUMN phone TO telephone',
    'ALTER TABLE vendors RENAME TO suppliers',
    'ALTER TABLE vendors ALTER COLUMN payment_terms TYPE bigint',
    'ALTER TABLE vendors ALTER COLUMN phone SET NOT NULL',
    'ALTER TABLE vendors ADD COLUMN colour text NOT NULL',
    'ALTER TABLE vendors ADD COLUMN token uuid DEFAULT gen_random_uuid()',
    'ALTER TABLE vendors ADD COLUMN owner bigint REFERENCES users (id)',
    `ALTER TABLE vendors ADD CONSTRAINT ck_vendors_phone CHECK (phone <> '')`,
    'ALTER TABLE vendors ADD CONSTRAINT fk_vendors_a FOREIGN KEY (tenant_id, a) REFERENCES users (tenant_id, id)',
    'ALTER TABLE vendors ADD CONSTRAINT uq_vendors_phone UNIQUE (tenant_id, phone)',
    'ALTER TABLE ONLY vendors DROP CONSTRAINT uq_vendors_name',
    'DROP TABLE projects, vendors',
    'CREATE INDEX ix_vendors_phone ON vendors (tenant_id, phone)',
    'CREATE UNIQUE INDEX uq_vendors_phone\n  ON vendors (tenant_id, phone)',
    `UPDATE vendors SET phone = '' WHERE phone IS NULL`,
    'WITH few AS (SELECT 1) UPDATE vendors v SET phone = NULL',
    'DELETE FROM vendors WHERE phone IS NULL',
    'LOCK TABLE vendors IN EXCLUSIVE MODE',
    'TRUNCATE vendors',
    'REVOKE UPDATE ON vendors FROM procurement_service',
    'DROP INDEX ix_vendors_name',
    'DROP FUNCTION tenant_by_slug(text)',
  ])('are rejected: %s', (statement) => {
    expect(faultsOf(statement)).toHaveLength(1);
  });

  it('are rejected if they create an index CONCURRENTLY inside a transaction', () => {
    const statement = 'CREATE INDEX CONCURRENTLY ix_vendors_phone ON vendors (tenant_id, phone)';
    expect([faultsOf(statement).length, faultsOf(statement, false)]).toEqual([1, []]);
  });

  it.each([
    'ALTER TABLE vendors ADD COLUMN colour text',
    `ALTER TABLE vendors ADD COLUMN tags jsonb NOT NULL DEFAULT '{"a, b": 1}', ADD COLUMN seen_at timestamptz DEFAULT now()`,
    'ALTER TABLE vendors ALTER COLUMN phone DROP NOT NULL',
    'ALTER TABLE vendors DROP CONSTRAINT ck_vendors_phone',
    `ALTER TABLE vendors ADD CONSTRAINT ck_vendors_phone CHECK (phone <> '') NOT VALID`,
    'ALTER TABLE vendors VALIDATE CONSTRAINT ck_vendors_phone',
    'ALTER TABLE vendors ADD CONSTRAINT uq_vendors_phone UNIQUE USING INDEX uq_vendors_phone',
    'CREATE TABLE colours (name text NOT NULL UNIQUE)',
    'CREATE INDEX ix_colours_name ON colours (name)',
    'ALTER TABLE colours ADD COLUMN shade text NOT NULL',
    'GRANT SELECT ON vendors TO procurement_service',
    'INSERT INTO colours SELECT DISTINCT category FROM vendors',
  ])('are accepted: %s', (statement) => {
    expect(faultsOf(statement)).toEqual([]);
  });
});
