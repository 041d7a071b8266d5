import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { withClient } from '../../tools/servers/databases';
import { failedStart, refusedStart, theLine } from '../support/failed-start';
import { addressOf, freshDatabase, type FreshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';

const KEY = randomBytes(32).toString('base64');

/** `npm run test:whole` adds failures that only a separate process has. */
describe('A failed start logs one line with a hint', () => {
  let database: FreshDatabase;
  let environment: NodeJS.ProcessEnv;
  let password: string;
  const { adminUrl, login } = currentRun();
  const group = 'procurement_service';

  beforeAll(async () => {
    database = await freshDatabase();
    password = login.password;
    environment = { DATABASE_URL: addressOf(adminUrl, nameOf(database), login), APP_ENCRYPTION_KEY: KEY };
  });
  afterAll(() => database.drop());

  const nameOf = ({ adminUrl: url }: FreshDatabase): string => new URL(url).pathname.slice(1);
  /** Starts in this process, because a separate process needs two seconds to load the service. */
  const start = async (env: NodeJS.ProcessEnv, ...secrets: readonly string[]): Promise<object> => {
    const said = await refusedStart({ ...environment, ...env });
    for (const secret of [KEY, password, ...secrets]) expect(JSON.stringify(said)).not.toContain(secret);
    return said;
  };
  const startProgram = async (env: NodeJS.ProcessEnv, ...secrets: readonly string[]): Promise<object> => {
    const failed = await failedStart({ ...environment, ...env });
    expect(failed.code).toBe(1);
    return theLine(failed, [KEY, password, ...secrets]);
  };
  const invalid = async (env: NodeJS.ProcessEnv, ...secrets: readonly string[]): Promise<Record<string, unknown>> => {
    const failed = await failedStart(env);
    expect(failed.code).toBe(78);
    return theLine(failed, [KEY, ...secrets]);
  };

  it('when the password is wrong', async () => {
    const url = addressOf(adminUrl, nameOf(database), { ...login, password: 'not-the-password' });
    expect(await startProgram({ DATABASE_URL: url }, 'not-the-password')).toMatchObject({
      failed: 'database',
      msg: expect.stringContaining(`refuses the password of ${login.name}`),
      hint: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('when the database does not exist', async () => {
    expect(await start({ DATABASE_URL: addressOf(adminUrl, 'no_such_database', login) })).toMatchObject({
      msg: expect.stringMatching(/^There is no database no_such_database at /),
      hint: expect.stringContaining('CREATE DATABASE no_such_database'),
    });
  });

  it('when the server is unreachable', async () => {
    const url = new URL(addressOf(adminUrl, nameOf(database), login));
    // Another process could take a free port meanwhile. Nothing listens on this one.
    url.port = '1';
    expect(await start({ DATABASE_URL: url.href })).toMatchObject({
      msg: `PostgreSQL at ${url.host} refuses the connection`,
      hint: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('when the login is not a member of the role', async () => {
    const stranger = { name: `${login.name}_stranger`, password: randomBytes(12).toString('hex') };
    const role = escapeIdentifier(stranger.name);
    await withClient(adminUrl, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${stranger.password}'`));
    try {
      const url = addressOf(adminUrl, nameOf(database), stranger);
      expect(await start({ DATABASE_URL: url }, stranger.password)).toMatchObject({
        msg: `The login ${stranger.name} may not act as the role ${group}`,
        hint: expect.stringContaining(`GRANT ${group} TO ${stranger.name};`),
      });
    } finally {
      await withClient(adminUrl, (client) => client.query(`DROP ROLE ${role}`));
    }
  });

  it('when the migrations have not created the role', async () => {
    expect(await start({ DATABASE_ROLE: 'no_such_role' })).toMatchObject({
      msg: expect.stringMatching(/^There is no role no_such_role/),
      hint: expect.stringContaining('cli.js migrate'),
    });
  });

  it('when migrations are pending', async () => {
    await withClient(database.adminUrl, async (client) => {
      const gone = 'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *';
      const { rows } = await client.query<{ timestamp: string; name: string }>(gone);
      const [last] = rows;
      try {
        expect(await start({})).toMatchObject({
          msg: `1 migration has not run: ${last?.name}`,
          hint: expect.stringContaining('cli.js migrate'),
        });
      } finally {
        const back = 'INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)';
        await client.query(back, [last?.timestamp, last?.name]);
      }
    });
    const empty = `${login.name}_empty`;
    await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${escapeIdentifier(empty)}`));
    try {
      expect(await start({ DATABASE_URL: addressOf(adminUrl, empty, login) })).toMatchObject({
        msg: 'No migration has run in this database yet',
        hint: expect.stringContaining('cli.js migrate'),
      });
    } finally {
      await withClient(adminUrl, (client) => client.query(`DROP DATABASE ${escapeIdentifier(empty)} WITH (FORCE)`));
    }
  });

  it('with all configuration errors together, and exit code 78', async () => {
    expect(
      await invalid(
        { DATABASE_URL: 'mysql://app:private-one@127.0.0.1/procurement', REDIS_URL: 'http://:private-two@127.0.0.1' },
        'private-one',
        'private-two',
      ),
    ).toMatchObject({
      failed: 'configuration',
      faults: [
        'DATABASE_URL: must be a URL that begins with postgres:// or postgresql://',
        'REDIS_URL: must be a URL that begins with redis:// or rediss://',
        'APP_ENCRYPTION_KEY: required, such as 32 random bytes in base64 (openssl rand -base64 32)',
      ],
    });
    expect((await invalid({})).faults).toEqual([
      'DATABASE_URL: required, such as postgres://user:password@host:5432/database',
      expect.stringMatching(/^APP_ENCRYPTION_KEY: required, /),
    ]);
  });
});
