import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Sealing } from '../../src/history/evidence';
import { migrate } from '../../src/platform/database/schema/migrate';
import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { addressOf } from '../support/servers/database';
import { eventually } from '../support/webhooks/delivering';
import { currentRun, namePrefix } from '../support/servers/run';
import { aVendor } from '../support/purchase-orders';

/** The SQL statements of docs/running.md for operators, with this run's names. */
function documented(name: string): string[] {
  const text = readFileSync(join(__dirname, '../../docs/running.md'), 'utf8');
  const [, section = ''] = text.split('\n## A PostgreSQL of your own\n');
  const [, block = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
  const statements = block
    .replace(/^--.*$/gm, '')
    .replace(/\bprocurement(?=_|\b)/g, name)
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  if (statements.length === 0) throw new Error('docs/running.md has no statements under "A PostgreSQL of your own"');
  return statements;
}

describe('The roles that docs/running.md creates', () => {
  const name = `${namePrefix(currentRun().id)}_${randomBytes(4).toString('hex')}`;
  const role = `${name}_service`;
  const urlOf = (login: string, number: number): string =>
    addressOf(currentRun().adminUrl, name, { name: `${name}_${login}`, password: `change-me-${number}` });
  const [ownerUrl, serviceUrl, backupUrl] = [urlOf('owner', 1), urlOf('app', 2), urlOf('backup', 3)];
  const superuserUrl = addressOf(currentRun().adminUrl, name);
  let service: Service;

  beforeAll(async () => {
    await withClient(currentRun().adminUrl, async (client) => {
      for (const statement of documented(name)) await client.query(statement);
    });
    expect((await migrate(ownerUrl, role)).length).toBeGreaterThan(20);
    service = await startApp({
      books: false,
      env: {
        NODE_ENV: 'production',
        WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: 'true',
        DATABASE_URL: serviceUrl,
        DATABASE_ROLE: role,
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await withClient(currentRun().adminUrl, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`));
  });

  it('migrate, and serve in production', async () => {
    const vendor = await aVendor(service.client());
    expect(await service.client().get(`/vendors/${vendor.id}`)).toMatchObject({ id: vendor.id });
    expect(await migrate(ownerUrl, role)).toEqual([]);
  });

  /** Reads each table like pg_dump: with row_security off, a row hidden by a policy is an error. */
  const dump = async (client: Client): Promise<Record<string, number | null>> => {
    const { rows } = await client.query<{ table: string }>(
      `SELECT c.oid::regclass::text AS table FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`,
    );
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL row_security = off');
    const counts: Record<string, number | null> = {};
    for (const { table } of rows) counts[table] = (await client.query(`COPY ${table} TO STDOUT`)).rowCount;
    await client.query('COMMIT');
    return counts;
  };

  it('allow the backup role to read every row, which the owner cannot', async () => {
    await aVendor(service.client());
    // From here on no background work changes rows.
    await eventually(async () => {
      await service.app.get(Sealing).sealAll();
      return (await withClient(superuserUrl, dump))['evidence_queue'] === 0;
    });
    const all = await withClient(superuserUrl, dump);
    expect(all['vendors']).toBeGreaterThan(0);
    expect(await withClient(backupUrl, dump)).toEqual(all);
    await expect(withClient(ownerUrl, dump)).rejects.toThrow(/would be affected by row-level security policy/);
    await withClient(backupUrl, async (client) => {
      const { rows } = await client.query<{ sequence: string }>(
        `SELECT oid::regclass::text AS sequence FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`,
      );
      for (const { sequence } of rows) await client.query(`SELECT last_value, is_called FROM ${sequence}`);
    });
  });

  it('allow the backup role no changes, regardless of its session settings', async () => {
    const refused = async (statement: string): Promise<unknown> =>
      withClient(backupUrl, async (client) => {
        const asItIs = await client.query(statement).catch((error: unknown) => (error as { code: string }).code);
        await client.query('SET default_transaction_read_only = off');
        const writing = await client.query(statement).catch((error: unknown) => (error as { code: string }).code);
        return [asItIs, writing];
      });
    for (const statement of [
      `UPDATE vendors SET status = 'blocked'`,
      'DELETE FROM audit_log',
      `INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'x')`,
      'CREATE TABLE mine (id int)',
      `ALTER ROLE ${role} SUPERUSER`,
    ]) {
      expect([statement, await refused(statement)]).toEqual([statement, ['25006', '42501']]);
    }
  });
});
