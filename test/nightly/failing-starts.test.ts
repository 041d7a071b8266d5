import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../../tools/servers/redis';
import { failedStart, theLine } from '../support/failed-start';
import { redisProgram } from '../support/programs/redis';
import { addressOf, freshDatabase, type FreshDatabase } from '../support/servers/database';
import { currentRun } from '../support/servers/run';

const KEY = randomBytes(32).toString('base64');

describe('A failed start logs one line with a hint', () => {
  let database: FreshDatabase;
  const { adminUrl, login } = currentRun();

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const start = async (env: NodeJS.ProcessEnv, ...secrets: readonly string[]): Promise<object> => {
    // Without a pooler.
    const url = addressOf(adminUrl, new URL(database.adminUrl).pathname.slice(1), login);
    const failed = await failedStart({ DATABASE_URL: url, APP_ENCRYPTION_KEY: KEY, ...env });
    expect(failed.code).toBe(1);
    return theLine(failed, [KEY, login.password, ...secrets]);
  };

  it.each([
    ['PORT', '1'],
    ['ADMIN_PORT', '1'],
    ['PORT', '2'],
    ['ADMIN_PORT', '2'],
  ])('when %s is in use, with %s processes', async (variable, processes) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(
        await start({ [variable]: String(port), REDIS_URL: 'redis://127.0.0.1:1', WEB_CONCURRENCY: processes }),
      ).toMatchObject({
        failed: 'port',
        msg: `Port ${port} is in use`,
        hint: expect.stringContaining(`set ${variable} `),
      });
    } finally {
      other.close();
    }
  });

  it('when Redis is a cluster', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'procurement-cluster-'));
    const secret = randomBytes(12).toString('hex');
    const cluster = await startRedis(redisProgram(process.env['PATH'] ?? ''), {
      folder,
      password: secret,
      keepsData: false,
      settings: ['cluster-enabled yes'],
    });
    try {
      expect(await start({ REDIS_URL: cluster.url() }, secret)).toMatchObject({
        msg: expect.stringContaining('Redis Cluster'),
        hint: expect.stringMatching(/single primary.*Sentinel/),
      });
      expect(await start({ REDIS_URL: cluster.url().replace(secret, 'wrong-one') }, secret, 'wrong-one')).toMatchObject(
        {
          msg: expect.stringContaining('refuses the user or the password of REDIS_URL'),
        },
      );
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('once, when all processes of an instance fail for the same reason', async () => {
    const url = addressOf(adminUrl, 'no_such_database', login);
    expect(await start({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', WEB_CONCURRENCY: '2' })).toMatchObject({
      msg: expect.stringMatching(/^There is no database no_such_database at /),
    });
  });
});
