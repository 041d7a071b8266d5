import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { migrate } from '../../src/platform/database/schema/migrate';
import { escalationRisks } from '../../src/platform/database/checks/startup-checks';
import { withClient } from '../../tools/servers/databases';
import { type Service, startApp } from '../support/app';
import { addressOf, type FreshDatabase, freshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';

const ROLE = 'procurement_service';

/** A temporary type with the name of a PostgreSQL type. Its check raises an error with the current user. */
const ATTACK = [
  `CREATE FUNCTION pg_temp.evil(text) RETURNS boolean LANGUAGE plpgsql AS
   $$ BEGIN RAISE EXCEPTION 'evil runs as %', current_user; END $$`,
  'CREATE DOMAIN pg_temp.uuid AS pg_catalog.uuid CHECK (pg_temp.evil(VALUE::text))',
];

/** Calls of the owner's functions that the service's role may make, with arguments that have no effect. */
const CALLS = [`SELECT matching_vendors('%abcdef%')`, 'SELECT fold_report_entries(1)', `SELECT tenant_by_slug('x')`];

/** Functions of a superuser for a connection pooler, which uses them to look up passwords. */
const POOLERS = ['pooler_password(text)', 'pooler_reset()'];
const MAKE_POOLERS = `
  CREATE FUNCTION pooler_password(name text) RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
    AS $$ SELECT rolname::text FROM pg_roles WHERE rolname = name $$;
  CREATE PROCEDURE pooler_reset() LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$`;

/** The owner and the search path of the pooler's functions. */
const poolers = async (adminUrl: string): Promise<unknown[]> => {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query(
      `SELECT p.oid::regprocedure::text AS routine, o.rolsuper AS superuser, p.proconfig AS config
         FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner WHERE p.oid::regprocedure::text = ANY ($1) ORDER BY 1`,
      [POOLERS],
    ),
  );
  return rows;
};
const UNTOUCHED = [
  { routine: 'pooler_password(text)', superuser: true, config: ['search_path=pg_catalog'] },
  { routine: 'pooler_reset()', superuser: true, config: null },
];

/** SQL that an attacker injects as the service must never run as another role. */
describe('Functions that run as their owner', () => {
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const asAdmin = (sql: string) => withClient(database.adminUrl, (client) => client.query(sql));
  /** Bypasses a pooler: temporary objects belong to one session. */
  const asService = <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const name = new URL(database.adminUrl).pathname.slice(1);
    return withClient(addressOf(database.adminUrl, name, currentRun().login), work);
  };
  const outcome = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );

  it('all have pg_temp last in their search path, and an owner that is not a superuser', async () => {
    const { rows } = await withClient(database.adminUrl, (client) =>
      client.query<{ function: string }>(`
      SELECT p.oid::regprocedure::text AS function, o.rolsuper AS superuser,
             (SELECT setting FROM unnest(p.proconfig) setting WHERE setting LIKE 'search_path=%') AS path
        FROM pg_proc p JOIN pg_roles o ON o.oid = p.proowner
       WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef`),
    );
    expect(rows.length).toBeGreaterThan(15);
    const path = 'search_path=pg_catalog, public, pg_temp';
    expect(rows).toEqual(rows.map((row) => ({ function: row.function, superuser: false, path })));
  });

  it('cannot find temporary objects, because the service may not create any', async () => {
    for (const statement of [...ATTACK, 'CREATE TEMPORARY TABLE mine (id int)']) {
      const answer = asService((client) => client.query(statement));
      expect(await outcome(answer)).toMatch(/permission denied (to create temporary tables|for schema|for database)/);
    }
    const { rows } = await asService((client) =>
      client.query(
        `
        SELECT has_database_privilege(session_user, current_database(), 'TEMPORARY') AS login,
               has_database_privilege($1, current_database(), 'TEMPORARY') AS role`,
        [ROLE],
      ),
    );
    expect(rows).toEqual([{ login: false, role: false }]);
  });

  it("use PostgreSQL's types even if the login may create temporary ones", async () => {
    await asAdmin(`DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO PUBLIC', current_database()); END $$`);
    const attacked = (call: string): Promise<string> =>
      outcome(
        asService(async (client) => {
          for (const statement of ATTACK) await client.query(statement);
          await client.query(call);
        }),
      );
    for (const call of CALLS) expect([call, await attacked(call)]).toEqual([call, 'done']);

    // The attack is real: with the former search path of these functions, it runs as their owner.
    await asAdmin('ALTER FUNCTION matching_vendors(text) SET search_path = pg_catalog, public');
    expect(await attacked(CALLS[0] ?? '')).toBe(`evil runs as ${currentRun().owner.name}`);
    await asAdmin('ALTER FUNCTION matching_vendors(text) SET search_path = pg_catalog, public, pg_temp');
  });
});

describe('The service at its start', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ redis: false });
  });
  afterAll(() => service.stop());

  const inProduction = (): Promise<Service> =>
    startApp({
      beside: service,
      env: { NODE_ENV: 'production', WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: 'true' },
    });

  it("starts in production if the schema's owner is not a superuser", async () => {
    const beside = await inProduction();
    await beside.stop();
  });

  it("refuses to start in production if an owner's function belongs to a superuser, with a hint", async () => {
    await service.owner.query('ALTER FUNCTION all_tenants() OWNER TO CURRENT_USER');
    await expect(inProduction()).rejects.toMatchObject({
      message: expect.stringMatching(/belong to a superuser \(.+\)/) as string,
      hint: expect.stringContaining('deploy/hand-over.sql') as string,
    });
    // Outside production it only logs a warning and continues.
    const beside = await startApp({ beside: service });
    await beside.stop();
    await service.owner.query(`ALTER FUNCTION all_tenants() OWNER TO ${escapeIdentifier(currentRun().owner.name)}`);
  });

  it('refuses to start in production if its role may create temporary objects, with a hint', async () => {
    const { rows } = await service.owner.query<{ name: string }>('SELECT current_database() AS name');
    const database = escapeIdentifier(rows[0]?.name ?? '');
    await service.owner.query(`GRANT TEMPORARY ON DATABASE ${database} TO ${ROLE}`);
    await expect(inProduction()).rejects.toMatchObject({
      hint: expect.stringContaining(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${ROLE}`) as string,
    });
    // Every migration revokes the privilege, including the next one.
    await migrate(service.ownerUrl);
    const beside = await inProduction();
    await beside.stop();
  });
});

describe('The script deploy/hand-over.sql', () => {
  const handOver = readFileSync(join(__dirname, '../../deploy/hand-over.sql'), 'utf8');
  let database: FreshDatabase;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const risks = async (of = database): Promise<string[]> => {
    const { adminUrl, login } = currentRun();
    const url = addressOf(adminUrl, new URL(of.adminUrl).pathname.slice(1), login);
    const service = await createDataSource({ url, role: ROLE, poolSize: 1 }).initialize();
    const found = await escalationRisks(service).finally(() => service.destroy());
    return found.map(({ message }) => message);
  };

  it("changes none of a superuser's own functions and tables, like the migrations and the start", async () => {
    const theirs = await freshDatabase();
    await withClient(theirs.adminUrl, async (client) => {
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner');
      await client.query(`${MAKE_POOLERS}; CREATE TABLE pooler_log (line text); CREATE SEQUENCE pooler_numbers`);
    });
    expect(await migrate(theirs.ownerUrl)).not.toEqual([]);
    expect(await poolers(theirs.adminUrl)).toEqual(UNTOUCHED);
    expect(await risks(theirs)).toEqual([]);

    await withClient(theirs.adminUrl, async (client) => {
      await client.query(`SELECT set_config('procurement.owner', $1, false)`, [currentRun().owner.name]);
      await client.query('ALTER FUNCTION all_tenants() OWNER TO CURRENT_USER');
      await client.query(handOver);
      const { rows } = await client.query(`
        SELECT oid::regclass::text AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND relowner = current_user::regrole
        UNION ALL
        SELECT oid::regprocedure::text FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proowner = current_user::regrole ORDER BY 1`);
      const names = rows.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['pooler_log', 'pooler_numbers', ...POOLERS]);
    });
    expect(await poolers(theirs.adminUrl)).toEqual(UNTOUCHED);
    await theirs.drop();
  });

  it("transfers a superuser's schema to an owner without superuser rights; that owner can migrate from then on", async () => {
    const owner = currentRun().owner.name;
    await withClient(database.adminUrl, async (client) => {
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner');
    });
    await migrate(database.adminUrl);
    expect(await risks()).toEqual([expect.stringContaining('belong to a superuser')]);

    for (let time = 1; time <= 2; time += 1) {
      await withClient(database.adminUrl, async (client) => {
        await client.query(`SELECT set_config('procurement.owner', $1, false)`, [owner]);
        await client.query(handOver);
      });
    }
    expect(await risks()).toEqual([]);
    expect(await migrate(database.ownerUrl)).toEqual([]);
    const { rows } = await withClient(database.adminUrl, (client) =>
      client.query(`
        SELECT c.relname AS name FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND pg_get_userbyid(c.relowner) <> '${owner}'
        UNION ALL
        SELECT polname FROM pg_policy WHERE polname = 'owner_access' AND polroles <> ARRAY['${owner}'::regrole::oid]`),
    );
    expect(rows).toEqual([]);
  });
});
