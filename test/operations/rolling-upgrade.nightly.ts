import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { temporaryFolder } from '../../tools/servers/unprivileged';
import { ServiceProcess } from '../chaos/support/service-process';
import { PATIENT } from '../support/app';
import { ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { emptyDatabase, type FreshDatabase } from '../support/servers/database';
import { freshRedis } from '../support/servers/redis';
import { FirstRelease } from './support/first-release';
import { purchase } from './support/purchase';

const TODAY = join(__dirname, '../../dist');

describe('An installation of 0.1.0 that is upgraded under load', () => {
  const folder = mkdtempSync(join(temporaryFolder(), 'procurement-upgrade-'));
  let first: FirstRelease;
  let database: FreshDatabase;
  let receiver: WebhookReceiver;
  let env: Record<string, string>;
  let old: ServiceProcess;
  let present: ServiceProcess;
  let token: string;

  const startOld = (): Promise<ServiceProcess> => ServiceProcess.start(env, undefined, first.main);
  /** Runs a command of the current version. @returns its standard output */
  const command = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(TODAY, 'cli.js'), ...args], {
      env: { PATH: process.env['PATH'], ...env },
    });
    return stdout;
  };

  beforeAll(async () => {
    first = FirstRelease.take();
    database = await emptyDatabase();
    receiver = await WebhookReceiver.listen();
    writeFileSync(join(folder, 'receiver.pem'), receiver.certificate.cert);
    env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATABASE_URL: database.url,
      DATABASE_MIGRATION_URL: database.ownerUrl,
      REDIS_URL: (await freshRedis()).url,
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      STORAGE_PATH: join(folder, 'documents'),
      MAIL_FOLDER: join(folder, 'mail'),
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: join(folder, 'receiver.pem'),
      ...PATIENT,
    };
  });
  afterAll(async () => {
    await Promise.all([old, present].map(async (instance) => instance.stop()));
    await receiver.close();
    await database.drop();
    first.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('works before the upgrade', async () => {
    first.command(env, 'migrate');
    const words = 'tenant:create --slug acme --name Acme --plan enterprise --owner-name Olivia --json --owner-email';
    token = JSON.parse(first.command(env, ...words.split(' '), 'olivia@acme.example')).token.token;
    old = await startOld();
    await ask(old.address, 'POST', '/v1/webhooks', {
      token,
      body: { name: 'All', url: receiver.url(), events: ['invoice.paid'] },
    });
    await purchase([old.address], token);
  });

  it('is migrated while instances of 0.1.0 answer every request', async () => {
    const isOver = new AbortController();
    const answers: number[] = [];
    const requests = awaitedLater(
      (async () => {
        while (!isOver.signal.aborted) {
          for (const [method, path] of [
            ['POST', '/v1/vendors'],
            ['GET', '/v1/vendors'],
          ] as const) {
            const body = method === 'POST' ? { body: { name: 'Meanwhile' } } : {};
            answers.push((await ask(old.address, method, path, { token, ...body })).status);
          }
          await pause(100);
        }
      })(),
    );
    const { migrations } = JSON.parse(await command('migrate', '--json'));
    isOver.abort();
    await requests;
    expect(migrations.length).toBeGreaterThan(10);
    expect(answers.filter((status) => status !== 200 && status !== 201)).toEqual([]);
  });

  it('works with only 0.1.0 on the new schema, including a newly started instance', async () => {
    await purchase([old.address], token);
    const another = await startOld();
    await purchase([another.address], token);
    expect(await another.stop()).toBe(0);
  });

  it('works with both versions side by side, each step of a purchase on another one', async () => {
    present = await ServiceProcess.start(env);
    await purchase([old.address, present.address], token);
    await purchase([present.address, old.address], token);
    expect(await old.stop()).toBe(0);
    await purchase([present.address], token);
  });

  it('has published each payment once, and its books add up', async () => {
    const paid = await receiver.waitFor(() => true, 6);
    expect(new Set(paid.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
    for (const books of ['budget:verify', 'report:verify', 'audit:verify']) await command(books);
  });
});
