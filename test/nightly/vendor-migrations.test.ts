import type { Client } from 'pg';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { TenantsService } from '../../src/operations/provisioning';
import { startApp } from '../support/app';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';

const TENANT = '0190c0de-0000-7000-8000-000000000002';
const FIRST = 'VendorBankAccounts1795305600440';

const WITH_TWINS = `
  INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, created_at, updated_at)
    VALUES ('${TENANT}', 'twins', 'Twins', 'active', 'enterprise', 'standard', 'SAR', now(), now());
  INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
    VALUES ('${TENANT}', 'Olivia', 'olivia@twins.example', 'admin', 'active', now(), now());
  INSERT INTO vendors (tenant_id, id, name, vat_number, cr_number, bank_name, bank_account, bank_changed_at, payment_terms,
                       status, created_at, updated_at)
    VALUES ('${TENANT}', 1, 'One', '310-122', 'KW 1', 'SNB', 'SA03 8000 0000 6080 1016 7519', NULL, 30, 'active', '2025-01-01Z', now()),
           ('${TENANT}', 2, 'Two', '310 122', 'kw-1', NULL, '12345678', '2025-06-01Z', 30, 'active', '2025-01-01Z', now()),
           ('${TENANT}', 3, 'Three', NULL, NULL, NULL, NULL, NULL, 30, 'active', '2025-01-01Z', now());
  SELECT setval(pg_get_serial_sequence('vendors', 'id'), 3)`;

describe('A tenant with duplicate vendors and bank details from before the service checked them', () => {
  let database: FreshDatabase;
  const run = <Row extends object>(sql: string): Promise<Row[]> =>
    withClient(database.ownerUrl, async (client: Client) => (await client.query<Row>(sql)).rows);

  beforeAll(async () => {
    database = await freshDatabase();
    const dataSource = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    const names = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
    for (let count = names.length - names.indexOf(FIRST); count > 0; count -= 1) await dataSource.undoLastMigration();
    await dataSource.destroy();
    await run(WITH_TWINS);
    expect(await migrate(database.ownerUrl)).toContain(FIRST);
  });
  afterAll(() => database.drop());

  it('is migrated: duplicate vendors get equal VAT and registration keys, and bank details become a verified first version', async () => {
    expect(await run('SELECT vat_key, cr_key FROM vendors ORDER BY id')).toEqual([
      { vat_key: '310122', cr_key: 'KW1' },
      { vat_key: '310122', cr_key: 'KW1' },
      { vat_key: null, cr_key: null },
    ]);
    const versions = await run(
      `SELECT vendor_id::int, version, bank_name, bank_account, iban, created_at, created_by_id, verified_by_id,
              verified_at IS NOT NULL AS verified FROM vendor_bank_accounts ORDER BY vendor_id`,
    );
    const first = { version: 1, created_by_id: null, verified_by_id: null, verified: true };
    expect(versions).toEqual([
      {
        ...first,
        vendor_id: 1,
        bank_name: 'SNB',
        bank_account: 'SA03 8000 0000 6080 1016 7519',
        iban: 'SA0380000000608010167519',
        created_at: new Date('2025-01-01Z'),
      },
      {
        ...first,
        vendor_id: 2,
        bank_name: null,
        bank_account: '12345678',
        iban: null,
        created_at: new Date('2025-06-01Z'),
      },
    ]);
  });

  it('continues to work: duplicates remain and can change, and their numbers cannot be used again', async () => {
    const service = await startApp({ books: false, redis: false, env: { DATABASE_URL: database.url } });
    try {
      const { token } = await service.app
        .get(TenantsService)
        .createToken('twins', { name: 'Test', abilities: ['admin'], email: 'olivia@twins.example' });
      const client = service.client({ token });
      await client.put('/vendors/2', { phone: '1', vat_number: '310 122' }, 200);
      await client.call('PUT', '/vendors/2', 422, { vat_number: '310122' });
      await client.call('POST', '/vendors', 422, { name: 'Third', vat_number: '310.122' });
      // One vendor gives the number up, and the other one still has it.
      await client.put('/vendors/1', { vat_number: null, cr_number: null }, 200);
      await client.call('POST', '/vendors', 422, { name: 'Third', cr_number: 'KW.1' });
      await client.put('/vendors/2', { vat_number: '310122' }, 200);
    } finally {
      await service.stop();
    }
  });

  it('has immutable versions: the service may add and verify them, but neither change nor remove them', async () => {
    const asService = (sql: string): Promise<unknown> =>
      withClient(database.url, async (client) => {
        await client.query('BEGIN; SET LOCAL ROLE procurement_service');
        await client.query(`SET LOCAL app.tenant_id = '${TENANT}'`);
        return client.query(sql);
      });
    for (const sql of [
      `UPDATE vendor_bank_accounts SET bank_account = '1'`,
      'UPDATE vendor_bank_accounts SET created_by_id = NULL',
      'DELETE FROM vendor_bank_accounts',
    ]) {
      await expect(asService(sql)).rejects.toThrow(/permission denied/);
    }
    await asService('UPDATE vendor_bank_accounts SET verified_at = now()');
    const [user] = await run<{ id: string }>('SELECT id FROM users');
    const both = `UPDATE vendor_bank_accounts SET created_by_id = ${user?.id}, verified_by_id = ${user?.id}`;
    await expect(run(both)).rejects.toThrow(/ck_vendor_bank_accounts_two_people/);
  });
});
