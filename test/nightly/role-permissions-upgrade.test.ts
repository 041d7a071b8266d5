import { createDataSource } from '../../src/platform/database/connection/data-source';
import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { initialPermissionsOf } from '../../src/common/actor/roles';
import { type FreshDatabase, freshDatabase } from '../support/servers/database';

const MIGRATION = 'RolePermissions1795305600400';

describe('The migration to role permissions', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(database.adminUrl, async (client) => (await client.query<Row>(sql, values)).rows);

  /** Reverts migrations from the last one back to the permissions' own, inclusive. */
  async function before(): Promise<void> {
    const dataSource = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    const names = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
    for (let count = names.length - names.indexOf(MIGRATION); count > 0; count -= 1) {
      await dataSource.undoLastMigration();
    }
    await dataSource.destroy();
  }

  const tenant = async (slug: string, settings: object): Promise<string> => {
    const [row] = await rows<{ id: string }>(
      `INSERT INTO tenants (id, slug, name, status, plan, rate_table, currency, settings, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $1, 'active', 'enterprise', 'standard', 'SAR', $2, now(), now()) RETURNING id`,
      [slug, JSON.stringify(settings)],
    );
    return row?.id ?? '';
  };
  const kept = async (id: string): Promise<object> =>
    Object.fromEntries(
      (
        await rows<{ role: string; permissions: string[] }>(
          'SELECT role, permissions FROM role_permissions WHERE tenant_id = $1',
          [id],
        )
      ).map(({ role, permissions }) => [role, permissions]),
    );

  it('gives invoices.approve exactly to the roles that approved invoices before; the other permissions are the initial ones', async () => {
    await before();
    const chose = await tenant('chose', { language: 'ar', invoice_approver_roles: ['finance_manager', 'viewer'] });
    const initial = await tenant('initial', { language: 'ar' });
    const same = await tenant('same', {
      invoice_approver_roles: [
        'department_head',
        'procurement_officer',
        'procurement_manager',
        'finance_officer',
        'finance_manager',
      ],
    });
    await migrate(database.ownerUrl);

    const without = (role: string) => initialPermissionsOf(role).filter((one) => one !== 'invoices.approve');
    expect(await kept(chose)).toEqual({
      viewer: ['invoices.approve'],
      procurement_manager: without('procurement_manager'),
      procurement_officer: without('procurement_officer'),
      department_head: without('department_head'),
      finance_officer: without('finance_officer'),
    });
    expect(await kept(initial)).toEqual({});
    expect(await kept(same)).toEqual({});
  });

  it('makes an auditor a viewer again when it is reverted', async () => {
    const id = await tenant('audited', {});
    await rows(
      `INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
       VALUES ($1, 'A', 'a@audit.example', 'auditor', 'active', now(), now())`,
      [id],
    );
    await before();
    expect(await rows('SELECT role, version FROM users WHERE tenant_id = $1', [id])).toEqual([
      { role: 'viewer', version: 2 },
    ]);
    await migrate(database.ownerUrl);
  });
});
