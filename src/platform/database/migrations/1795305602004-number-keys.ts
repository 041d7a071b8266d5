import type { MigrationInterface, QueryRunner } from 'typeorm';
import { loadFunctions, report } from '../schema/migration-steps';

/**
 * Sets the current keys (document_number_key, number_key) of invoice, credit note and vendor numbers. If two valid
 * records of a vendor now have the same number, one of them retains its old key: both remain valid, and the output
 * lists them. Only numbers with other digits, dashes or invisible characters change. Can be repeated.
 */
export class NumberKeys1795305602004 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await loadFunctions(runner, ['number_key']);
    for (const statement of [...KEYED.map(rekeyed), ...VENDORS]) await runner.query(statement);
    for (const keyed of KEYED) {
      for (const { tenant, id, number } of (await runner.query(twins(keyed))) as Twin[])
        report(
          runner,
          `Tenant ${tenant}: the number ${number} of ${keyed.name} ${id} equals another one of the vendor now; both stay`,
        );
    }
  }

  async down(): Promise<void> {
    // The old keys cannot be distinguished from the current ones, and are harmless.
  }
}

interface Keyed {
  readonly name: string;
  readonly table: string;
  readonly number: string;
  /** The columns within which a key is unique. */
  readonly within: readonly string[];
  /** SQL of the valid records, for an alias. */
  readonly standing: (alias: string) => string;
}

interface Twin {
  readonly tenant: string;
  readonly id: string;
  readonly number: string;
}

const KEYED: readonly Keyed[] = [
  {
    name: 'invoice',
    table: 'invoices',
    number: 'vendor_invoice_number',
    within: ['tenant_id', 'vendor_id', 'fiscal_year'],
    standing: (alias) => `${alias}.status <> 'cancelled'`,
  },
  {
    name: 'credit note',
    table: 'credit_notes',
    number: 'credit_note_number',
    within: ['tenant_id', 'vendor_id'],
    standing: () => 'true',
  },
];

/** Of records with the same key the oldest gets it, unless another record already has it. */
function rekeyed({ table, number, within, standing }: Keyed): string {
  const same = within.map((column) => `o.${column} = n.${column}`).join(' AND ');
  return `
WITH other AS (
  SELECT n.*, document_number_key(n.${number}) AS key, ${standing('n')} AS standing FROM ${table} n
   WHERE n.number_key <> document_number_key(n.${number})
), placed AS (
  SELECT n.*, row_number() OVER (PARTITION BY ${within.join(', ')}, key, standing ORDER BY id) AS place FROM other n)
UPDATE ${table} r SET number_key = n.key
  FROM placed n
 WHERE n.tenant_id = r.tenant_id AND n.id = r.id AND (NOT n.standing OR n.place = 1 AND NOT EXISTS (
   SELECT FROM ${table} o WHERE ${same} AND o.number_key = n.key AND ${standing('o')}))`;
}

function twins({ table, number, standing }: Keyed): string {
  return `SELECT n.tenant_id AS tenant, n.id, to_json(n.${number})::text AS number FROM ${table} n
 WHERE n.number_key <> document_number_key(n.${number}) AND ${standing('n')} ORDER BY 1, 2`;
}

/** These keys are not unique in the database. */
const VENDORS = [
  `UPDATE vendors SET vat_key = number_key(vat_number), cr_key = number_key(cr_number)
    WHERE (vat_key, cr_key) IS DISTINCT FROM (number_key(vat_number), number_key(cr_number))`,
  'UPDATE vendor_bank_accounts SET iban = iban_key(bank_account) WHERE iban IS DISTINCT FROM iban_key(bank_account)',
];
