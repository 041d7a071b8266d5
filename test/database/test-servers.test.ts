import { Redis } from 'ioredis';
import { Client } from 'pg';
import { withClient } from '../../tools/servers/databases';
import { freshDatabase } from '../support/servers/database';
import { freshRedis } from '../support/servers/redis';

describe('A fresh database', () => {
  it('is migrated and separate from others', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    await withClient(one.adminUrl, (client) => client.query('CREATE TABLE mine (id int)'));
    const tablesOf = (url: string) =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
        );
        return rows.map(({ name }) => name);
      });
    expect(await tablesOf(one.adminUrl)).toEqual(expect.arrayContaining(['mine', 'tenants', 'schema_migrations']));
    expect(await tablesOf(other.adminUrl)).not.toContain('mine');
    await Promise.all([one.drop(), other.drop()]);
  });

  it('is accessed with a login restricted by row level security', async () => {
    const database = await freshDatabase();
    const { rows } = await withClient(database.url, (client) =>
      client.query(`
        SELECT rolsuper OR rolbypassrls OR rolcreatedb OR rolcreaterole AS privileged,
               pg_has_role(current_user, 'procurement_service', 'MEMBER') AS member,
               (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
          FROM pg_roles WHERE rolname = current_user`),
    );
    expect(rows).toEqual([{ privileged: false, member: true, owned: 0 }]);
    await database.drop();
  });

  it('is gone once dropped, even with an open connection', async () => {
    const database = await freshDatabase();
    // Connects to the server itself: a pooler would not close its clients.
    const client = new Client({ connectionString: database.adminUrl });
    // Several errors are emitted; the first one has the reason.
    const cut = new Promise<Error>((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    expect((await cut).message).toMatch(/terminating connection/);
    await expect(withClient(database.ownerUrl, () => Promise.resolve())).rejects.toThrow(/does not exist/);
  });

  it('finds Arabic words by their trigrams', async () => {
    const database = await freshDatabase();
    const { rows } = await withClient(database.adminUrl, async (client) => {
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
      return client.query<{ close: boolean }>(`SELECT similarity('مؤسسة الرياض', 'الرياض') > 0.3 AS close`);
    });
    expect(rows).toEqual([{ close: true }]);
    await database.drop();
  });
});

describe('A fresh Redis', () => {
  it('is empty and separate from others', async () => {
    const [one, other] = await Promise.all([freshRedis(), freshRedis()]);
    const [first, second] = [new Redis(one.url), new Redis(other.url)];
    await first.set('key', 'value');
    expect(await second.get('key')).toBeNull();
    await one.flush();
    expect(await first.dbsize()).toBe(0);
    first.disconnect();
    second.disconnect();
  });

  it('never evicts keys, as Bull requires', async () => {
    const redis = new Redis((await freshRedis()).url);
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    redis.disconnect();
  });
});
