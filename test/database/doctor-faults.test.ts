import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { readEnvironment } from '../../src/platform/config';
import { createWithoutApi } from '../../src/application';
import { withClient } from '../../tools/servers/databases';
import { examine, type Examined } from '../../src/operations/doctor/examination';
import { faults, soundInstallation } from '../support/doctor';
import { addressOf, type FreshDatabase, freshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';

type Variables = Record<string, string>;

const [{ adminUrl, login }, ROLE] = [currentRun(), 'procurement_service'];

const folder = mkdtempSync(join(tmpdir(), 'procurement-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('The doctor on a modified database', () => {
  let database: FreshDatabase;
  let sound: Variables;

  beforeAll(async () => {
    database = await freshDatabase();
    sound = await soundInstallation(addressOf(adminUrl, nameOf(), login), folder);
  });
  afterAll(() => database.drop());

  const nameOf = (): string => new URL(database.adminUrl).pathname.slice(1);
  const asAdmin = (sql: string) => withClient(database.adminUrl, (client) => client.query(sql));

  const faultsWith = async (change: string, undo: string, environment = sound): Promise<Examined[]> => {
    await asAdmin(change);
    try {
      return await faults(environment);
    } finally {
      await asAdmin(undo);
    }
  };

  it('finds nothing before and after', async () => expect(await faults(sound)).toEqual([]));

  const policy = (condition: string): string => `ALTER POLICY tenant_isolation ON vendors USING (${condition})`;
  const OWN = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;

  it.each([
    [
      `REVOKE UPDATE ON vendors FROM ${ROLE}`,
      `GRANT UPDATE ON vendors TO ${ROLE}`,
      /table vendors lacks: service may UPDATE/,
    ],
    [
      `GRANT UPDATE ON audit_log TO ${ROLE}`,
      `REVOKE UPDATE ON audit_log FROM ${ROLE}`,
      /audit_log has: service may UPDATE/,
    ],
    [
      `REVOKE UPDATE (metadata) ON payments FROM ${ROLE}`,
      `GRANT UPDATE (metadata) ON payments TO ${ROLE}`,
      /table payments lacks: service may UPDATE \(metadata\)/,
    ],
    [
      `REVOKE EXECUTE ON FUNCTION all_tenants() FROM ${ROLE}`,
      `GRANT EXECUTE ON FUNCTION all_tenants() TO ${ROLE}`,
      /function all_tenants\(\) lacks: service may execute/,
    ],
    [
      `GRANT UPDATE ON SEQUENCE vendors_id_seq TO ${ROLE}`,
      `REVOKE UPDATE ON SEQUENCE vendors_id_seq FROM ${ROLE}`,
      /sequence vendors_id_seq has: service may UPDATE/,
    ],
    [policy(`${OWN} OR name = 'x'`), policy(OWN), /table vendors has: policy tenant_isolation .* OR /],
    [
      'ALTER TABLE vendors DISABLE TRIGGER ALL',
      'ALTER TABLE vendors ENABLE TRIGGER ALL',
      /Triggers are disabled.* on vendors/,
    ],
    [
      'ALTER FUNCTION is_sandbox() RENAME TO was_sandbox',
      'ALTER FUNCTION was_sandbox() RENAME TO is_sandbox',
      /function is_sandbox\(\) is missing/,
    ],
  ])('warns of a schema change: %s', async (change, undo, said) =>
    expect(await faultsWith(change, undo)).toEqual([
      { check: 'schema', state: 'warning', said: expect.stringMatching(said), todo: expect.stringMatching(/^As /) },
    ]),
  );

  it.each([
    [
      'ALTER DATABASE %I SET default_transaction_read_only = on',
      'ALTER DATABASE %I RESET default_transaction_read_only',
    ],
    ['ALTER DATABASE %I SET session_replication_role = replica', 'ALTER DATABASE %I RESET session_replication_role'],
  ])('warns of a database setting: %s', async (change, undo) => {
    const here = (sql: string): string => sql.replace('%I', `"${nameOf()}"`);
    await asAdmin(here(change));
    const found = await faults(sound);
    await withClient(adminUrl, (client) => client.query(here(undo)));
    const setting = / SET (\w+)/.exec(change)?.[1];
    expect(found).toEqual([
      { check: 'database', state: 'warning', said: expect.stringMatching(`^${setting} is`), todo: expect.any(String) },
    ]);
  });

  it('warns of a changed version of the sort collation, with a remedy', async () => {
    const found = await faultsWith(
      `UPDATE pg_collation SET collversion = '1.2' WHERE collname = 'und-x-icu'`,
      'ALTER COLLATION pg_catalog."und-x-icu" REFRESH VERSION',
    );
    expect(found).toEqual([
      {
        check: 'database',
        state: 'warning',
        said: expect.stringMatching(/^The collation und-x-icu was version 1\.2 when indexes were built, and is \d/),
        todo: expect.stringContaining('REINDEX DATABASE'),
      },
    ]);
  });

  it('reports a policy that is true for every tenant as a problem, and the service refuses to start', async () => {
    const said = 'Row policies let the role procurement_service see the rows of every tenant: everything on vendors';
    await asAdmin(`CREATE POLICY everything ON vendors TO ${ROLE} USING (true)`);
    try {
      expect(await faults(sound)).toEqual([
        { check: 'role', state: 'problem', said, todo: expect.stringContaining('DROP POLICY') },
        {
          check: 'schema',
          state: 'warning',
          said: expect.stringContaining('policy everything'),
          todo: expect.any(String),
        },
      ]);
      await expect(createWithoutApi(readEnvironment(sound))).rejects.toThrow(said);
    } finally {
      await asAdmin('DROP POLICY everything ON vendors');
    }
  });

  it('reports row level security that is not forced', async () => {
    const found = await faultsWith(
      'ALTER TABLE vendors NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE vendors FORCE ROW LEVEL SECURITY',
    );
    expect(found.map(({ check, state }) => [check, state])).toEqual([
      ['role', 'problem'],
      ['schema', 'warning'],
    ]);
  });

  it.each(['SUPERUSER', 'BYPASSRLS'])(
    'warns of a login with %s, which the service rejects in production',
    async (attribute) => {
      const name = `doctor_${attribute.toLowerCase()}_${nameOf()}`.slice(0, 60);
      const url = addressOf(adminUrl, nameOf(), { name, password: 'let-me-in' });
      await asAdmin(`CREATE ROLE "${name}" LOGIN ${attribute} IN ROLE ${ROLE} PASSWORD 'let-me-in'`);
      try {
        const said = expect.stringMatching(`^The login ${name} is a superuser or has BYPASSRLS`) as string;
        const todo = expect.stringContaining('NOSUPERUSER NOBYPASSRLS') as string;
        expect(await faults({ ...sound, DATABASE_URL: url })).toEqual([
          { check: 'rights', state: 'warning', said, todo },
        ]);
        const inProduction = await faults({ ...sound, DATABASE_URL: url, NODE_ENV: 'production' });
        expect(inProduction).toContainEqual({ check: 'rights', state: 'problem', said, todo });
      } finally {
        await asAdmin(`DROP ROLE "${name}"`);
      }
    },
  );

  it('recommends migrate for pending migrations, and does not mention functions that they create', async () => {
    await withClient(database.adminUrl, async (client) => {
      await client.query('BEGIN');
      const last = 'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *';
      const [row] = (await client.query<{ timestamp: string; name: string }>(last)).rows;
      await client.query('ALTER FUNCTION is_sandbox() RENAME TO was_sandbox');
      await client.query('COMMIT');
      const found = await examine({ env: sound });
      expect(found.filter(({ state }) => state === 'problem')).toEqual([
        {
          check: 'migrations',
          state: 'problem',
          said: expect.any(String),
          todo: expect.stringContaining('cli.js migrate'),
        },
      ]);
      expect(found.filter(({ check }) => check === 'schema')).toEqual([
        { check: 'schema', state: 'skipped', said: `Migrations have not run: ${row?.name}. Run migrate first` },
      ]);
      expect(JSON.stringify(found)).not.toContain('As the owner, load');
      await client.query('ALTER FUNCTION was_sandbox() RENAME TO is_sandbox');
      await client.query('INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)', [
        row?.timestamp,
        row?.name,
      ]);
    });
  });

  it.each([
    ['NODE_ENV that is not set', { NODE_ENV: undefined }, 'configuration', /^NODE_ENV is not set/],
    ['a key of zeros', { APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }, 'keys', /are zero/],
    ['a key that was typed', { APP_ENCRYPTION_KEY: btoa('Correct-Horse-Battery-Staple-1!?') }, 'keys', /ASCII text/],
  ])('warns of %s', async (_what, broken, check, said) =>
    expect(await faults({ ...sound, ...broken })).toEqual([
      { check, state: 'warning', said: expect.stringMatching(said), todo: expect.any(String) },
    ]),
  );

  it('reports a missing bucket and still checks everything else', async () => {
    const found = await examine({ env: { ...sound, STORAGE_DRIVER: 's3' } });
    expect(found.filter(({ state }) => state === 'problem')).toEqual([
      expect.objectContaining({ check: 'configuration', said: 'S3_BUCKET: required when STORAGE_DRIVER is s3' }),
    ]);
    expect(found).toContainEqual(expect.objectContaining({ check: 'storage', state: 'skipped' }));
    expect(found).toContainEqual(expect.objectContaining({ check: 'schema', state: 'ok' }));
  });

  it('mentions TLS when the certificate of Redis is not accepted', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    server.on('tlsClientError', () => undefined);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      expect(await faults({ ...sound, REDIS_URL: `rediss://127.0.0.1:${port}` })).toEqual([
        {
          ...{ check: 'redis', state: 'warning' },
          said: expect.stringMatching(/^TLS to Redis fails \(DEPTH_ZERO_SELF_SIGNED_CERT/),
          todo: expect.stringContaining('REDIS_CA_FILE'),
        },
      ]);
    } finally {
      server.close();
    }
  });
});
