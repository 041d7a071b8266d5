import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { createWithoutApi } from '../../src/application';
import { readEnvironment } from '../../src/platform/config';
import { withClient } from '../../tools/servers/databases';
import { freePort } from '../../tools/servers/ports';
import { type RedisServer, startRedis } from '../../tools/servers/redis';
import { type Examined, examine } from '../../src/operations/doctor/examination';
import { startFailure } from '../../src/platform/processes';
import { ranAlone } from '../support/command';
import { OF_THE_MACHINE, soundInstallation } from '../support/doctor';
import { failedStart } from '../support/failed-start';
import { redisProgram } from '../support/programs/redis';
import { addressOf, freshDatabase, type FreshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';

type Variables = Record<string, string>;

/** Installations with real faults. The doctor must report each, and its problems must be the errors of a start. */
describe('The doctor', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let folder: string;
  let sound: Variables;
  const { adminUrl, login } = currentRun();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'procurement-doctor-'));
    database = await freshDatabase();
    redis = await startRedis(redisProgram(process.env['PATH'] ?? ''), {
      folder,
      password: randomBytes(12).toString('hex'),
      keepsData: false,
    });
    sound = {
      ...(await soundInstallation(addressOf(adminUrl, nameOf(database), login), folder)),
      PROCESS_ROLE: 'api',
      REDIS_URL: redis.url(),
    };
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const nameOf = ({ adminUrl: url }: FreshDatabase): string => new URL(url).pathname.slice(1);

  const faults = async (broken: Variables = {}): Promise<readonly Examined[]> => {
    const found = await examine({ env: { ...sound, ...broken } });
    return found.filter(
      ({ check, state }) => state === 'problem' || (state === 'warning' && !OF_THE_MACHINE.includes(check)),
    );
  };

  /**
   * Starts the service, which must fail. Without Redis: a failed start leaves its connection open. @returns the error
   */
  const refusal = async (broken: Variables): Promise<string> => {
    const environment = readEnvironment({ ...sound, REDIS_URL: '', PROCESS_ROLE: 'all', ...broken });
    const error = await createWithoutApi(environment).then(
      () => new Error('It has started'),
      (refused: unknown) => refused,
    );
    const { msg, faults: all } = startFailure(error, environment);
    return all?.join('; ') ?? msg;
  };

  const starts = async (broken: Variables = {}): Promise<void> => {
    const service = await createWithoutApi(readEnvironment({ ...sound, ...broken }));
    await service.close();
  };

  /** Expects one problem from the doctor, with the message of the failed start. */
  const refusedBy = async (check: string, broken: Variables, said: RegExp): Promise<void> => {
    const [start, found] = await Promise.all([refusal(broken), faults(broken)]);
    expect(start).toMatch(said);
    const problems = found.filter(({ state }) => state === 'problem');
    expect(problems).toEqual([
      { check, state: 'problem', said: expect.stringContaining(start), todo: expect.any(String) },
    ]);
  };

  it('finds nothing in a healthy installation, which starts, and changes nothing', async () => {
    const asAdmin = (sql: string) => withClient(database.adminUrl, (client) => client.query(sql));
    const first = await examine({ env: sound });
    expect(first).toContainEqual(
      expect.objectContaining({ check: 'encryption key', said: expect.stringContaining('No process has started') }),
    );
    expect((await asAdmin('SELECT FROM encryption_canary')).rowCount).toBe(0);
    expect(readdirSync(folder)).not.toContain('documents');
    await starts();
    expect(await faults()).toEqual([]);
    expect(first).toContainEqual(
      expect.objectContaining({
        check: 'browser',
        said: expect.stringMatching(/^PDFs answer 503: There is no Chromium/),
      }),
    );
  });

  it('reports each error of a start with the same message', async () => {
    const admin = decodeURIComponent(new URL(adminUrl).username);
    const url = addressOf(adminUrl, nameOf(database));
    await refusedBy('role', { DATABASE_URL: url, DATABASE_ROLE: admin }, /not bound by row level security/);
    await refusedBy('database', { DATABASE_ROLE: 'no_such_role' }, /^There is no role no_such_role/);
    await refusedBy('encryption key', { APP_ENCRYPTION_KEY: randomBytes(32).toString('base64') }, /is not the key/);
  });

  it('reports a Redis that rejects the password, which also ends a start', async () => {
    const broken = { REDIS_URL: redis.url().replace(/:[^:@]+@/, ':not-the-one@') };
    const [{ code, lines }, found] = await Promise.all([failedStart({ ...sound, ...broken }), faults(broken)]);
    expect(code).toBe(1);
    const { msg, hint } = JSON.parse(lines.join('')) as { msg: string; hint: string };
    expect(found).toEqual([{ check: 'redis', state: 'problem', said: msg, todo: hint }]);
  });

  it('reports pending migrations and still checks everything else', async () => {
    await withClient(database.adminUrl, async (client) => {
      const gone = 'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *';
      const [last] = (await client.query<{ timestamp: string; name: string }>(gone)).rows;
      await refusedBy('migrations', {}, new RegExp(`^1 migration has not run: ${last?.name}$`));
      const back = 'INSERT INTO schema_migrations (timestamp, name) VALUES ($1, $2)';
      await client.query(back, [last?.timestamp, last?.name]);
    });
  });

  it('warns of a missing grant and a missing function, which do not prevent a start', async () => {
    await withClient(database.adminUrl, async (client) => {
      await client.query('REVOKE SELECT ON vendors FROM procurement_service');
      await client.query('ALTER FUNCTION is_sandbox() RENAME TO was_sandbox');
      expect((await faults()).map(({ check, state, said }) => [check, state, said])).toEqual([
        ['schema', 'warning', 'Objects that the migrations made are missing: function is_sandbox() is missing'],
        [
          'schema',
          'warning',
          'Rights are not those that the migrations grant: table vendors lacks: service may SELECT',
        ],
      ]);
      await starts();
      await client.query('GRANT SELECT ON vendors TO procurement_service');
      await client.query('ALTER FUNCTION was_sandbox() RENAME TO is_sandbox');
    });
    expect(await faults()).toEqual([]);
  });

  it('warns of all unavailable or unsuitable services together, which do not prevent a start', async () => {
    const smtp = new SMTPServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('Not you')),
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const broken = {
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      STORAGE_PATH: join(file, 'documents'),
      SMTP_URL: `smtp://robot:hidden-word@127.0.0.1:${port}`,
      MAIL_FROM: 'Orders <orders@procurement.example>',
      WEBHOOK_RETRY_DELAY: '60',
    };
    try {
      const warned = await faults(broken);
      expect(warned.map(({ check, state, said }) => [check, state, said])).toEqual([
        ['configuration', 'warning', 'The variable WEBHOOK_RETRY_DELAY is not read; is WEBHOOK_RETRY_DELAYS meant?'],
        ['redis', 'warning', expect.stringContaining('Redis does not answer')],
        // In plain Jest on Node 24, an error of `fs` is not an instance of the test's Error, so its name is shown, too.
        ['storage', 'warning', expect.stringMatching(/uploads answer 503: (Error: )?ENOTDIR/)],
        ['mail', 'warning', expect.stringMatching(/refuses the log-in.*Not you/)],
      ]);
      expect(JSON.stringify(warned)).not.toContain('hidden-word');
      await starts(broken);
    } finally {
      await new Promise<void>((closed) => smtp.close(closed));
    }
  });

  it('warns of a Redis that evicts keys', async () => {
    const client = new Redis(redis.url());
    try {
      await client.config('SET', 'maxmemory', '50mb');
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      expect(await faults()).toEqual([
        { check: 'redis', state: 'warning', said: expect.stringContaining('allkeys-lru'), todo: expect.any(String) },
      ]);
    } finally {
      await client.config('SET', 'maxmemory-policy', 'noeviction');
      client.disconnect();
    }
  });

  it('is a command with a table or a JSON object, and exit code 1 if the service would not start', async () => {
    const run = (broken: Variables, ...args: readonly string[]) =>
      ranAlone(['doctor', ...args], { ...sound, ...broken });
    const well = await run({});
    expect(well.code).toBe(0);
    expect(well.said).toMatch(/^ok {7}configuration {3}Valid/);
    expect(well.said).toMatch(/The service starts\.\n$/);
    const ill = await run({ APP_ENCRYPTION_KEY: 'short' }, '--json');
    expect(ill).toMatchObject({ code: 1, complained: '' });
    expect(JSON.parse(ill.said)).toMatchObject({ starts: false, counts: { problem: 1 } });
  });

  it('is listed in the help, which does not load the service', async () => {
    const counted = `process.on('exit', () => process.stderr.write(String(Object.keys(require.cache).length)))`;
    const counter = join(folder, 'count.cjs');
    writeFileSync(counter, counted);
    const env = { PATH: sound['PATH'], NODE_OPTIONS: `--require ${counter}` };
    const { code, said, complained } = await ranAlone(['--help'], env);
    expect(code).toBe(0);
    expect(said).toContain('doctor [options]');
    // The service has about 2,900 modules and needs a second to load.
    expect(Number(complained)).toBeGreaterThan(10);
    expect(Number(complained)).toBeLessThan(150);
  });
});
