import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Redis from 'ioredis';
import { SMTPServer } from 'smtp-server';
import { migrate } from '../../src/platform/database/schema/migrate';
import { issueCertificate, type ReceiverCertificate } from '../../tools/receiver/certificate';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { ensureOwnedDatabase, ensureServiceLogin, withClient } from '../../tools/servers/databases';
import { freePort } from '../../tools/servers/ports';
import { type PostgresServer, startPostgres } from '../../tools/servers/postgres';
import { type RedisServer, startRedis } from '../../tools/servers/redis';
import { serverAccount } from '../../tools/servers/unprivileged';
import { ServiceProcess } from '../chaos/support/service-process';
import { PATIENT } from '../support/app';
import { ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { failedStart } from '../support/failed-start';
import { redisProgram } from '../support/programs/redis';
import { currentRun } from '../support/servers/run';
import { until } from '../support/until';
import { runCli } from './support/cli';
import { serversFolder } from './support/folder';

/** A busy machine needs minutes to create the database. */
jest.setTimeout(600_000);

const ROLE = 'procurement_service';
const OWNER = { name: 'procurement_owner', password: 'owner' };
const LOGIN = { name: 'procurement_app', password: 'app' };

describe('TLS to PostgreSQL, Redis, the mail server and receivers, with a private authority', () => {
  let folder: string;
  let postgres: PostgresServer;
  let redis: RedisServer;
  let redisTlsPort: number;
  let mail: SMTPServer;
  let receiver: WebhookReceiver;
  let service: ServiceProcess;
  let environment: NodeJS.ProcessEnv;
  let token: string;
  let received = 0;
  const stops: (() => Promise<unknown>)[] = [];

  const file = (name: string): string => join(folder, name);
  /** Installs a certificate for PostgreSQL and Redis. PostgreSQL requires that it owns its key. */
  const put = (name: string, { cert, key }: ReceiverCertificate): void => {
    const account = serverAccount();
    for (const [suffix, text] of [
      ['crt', cert],
      ['key', key],
    ] as const) {
      writeFileSync(file(`${name}.${suffix}`), text, { mode: 0o600 });
      if (account) chownSync(file(`${name}.${suffix}`), account.uid, account.gid);
    }
  };
  const encrypted = (url: string, authority = file('authority.pem')): string => {
    const client = { sslcert: file('client.crt'), sslkey: file('client.key') };
    return `${url}?${new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority, ...client }).toString()}`;
  };
  const superuser = (): string => encrypted(postgres.url('procurement'));
  const vendor = (name: string) => ask(service.address, 'POST', '/v1/vendors', { token, body: { name } });
  const health = async (of: ServiceProcess): Promise<string> => (await fetch(`${of.admin}/health/ready`)).text();
  const calls = (event: string): number =>
    receiver.calls.filter(({ headers }) => headers['x-service-event'] === event).length;

  beforeAll(async () => {
    folder = serversFolder('tls');
    const first = await issueCertificate();
    writeFileSync(file('authority.pem'), first.cert, { mode: 0o644 });
    writeFileSync(file('stranger.pem'), (await issueCertificate()).cert);
    put('server', first);
    const client = await issueCertificate([LOGIN.name]);
    put('client', client);
    writeFileSync(file('clients.pem'), client.cert, { mode: 0o644 });
    writeFileSync(file('hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n');

    mkdirSync(file('redis'));
    redisTlsPort = await freePort();
    [postgres, redis] = await Promise.all([
      startPostgres({
        folder,
        password: randomBytes(9).toString('hex'),
        initdbFlags: ['--no-sync'],
        settings: {
          ...{ fsync: 'off', ssl: 'on', ssl_cert_file: file('server.crt'), ssl_key_file: file('server.key') },
          ...{ ssl_ca_file: file('clients.pem'), hba_file: file('hba.conf') },
        },
      }),
      startRedis(redisProgram(process.env['PATH'] ?? ''), {
        ...{ folder: file('redis'), password: 'redis', keepsData: false },
        settings: [
          ...[`tls-port ${redisTlsPort}`, 'tls-auth-clients no', `tls-ca-cert-file ${file('authority.pem')}`],
          ...[`tls-cert-file ${file('server.crt')}`, `tls-key-file ${file('server.key')}`],
        ],
      }),
    ]);
    stops.push(() => Promise.all([postgres.stop(), redis.stop()]));
    await ensureOwnedDatabase(superuser(), OWNER, ROLE);
    await migrate(encrypted(postgres.url('procurement', OWNER)));
    await ensureServiceLogin(superuser(), LOGIN, ROLE);

    mail = new SMTPServer({
      ...{ secure: true, cert: first.cert, key: first.key, authOptional: true },
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => {
          received += 1;
          done();
        });
      },
    });
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise<void>((resolve) => mail.close(() => resolve())));
    const { port: mailPort } = mail.server.address() as { port: number };
    receiver = await WebhookReceiver.listen(first);
    stops.push(() => receiver.close());

    environment = {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'warn', ...PATIENT, REDIS_TIMEOUT_MS: '2000' },
      DATABASE_URL: encrypted(postgres.url('procurement', LOGIN)),
      REDIS_URL: `rediss://:redis@127.0.0.1:${redisTlsPort}/0`,
      SMTP_URL: `smtps://127.0.0.1:${mailPort}`,
      APP_ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
      STORAGE_PATH: file('documents'),
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      ...{ REDIS_CA_FILE: file('authority.pem'), SMTP_CA_FILE: file('authority.pem') },
      WEBHOOK_CA_FILE: file('authority.pem'),
    };
    const owner = ['--owner-email', 'owner@example.com', '--owner-name', 'Olivia'];
    const created = await runCli(
      environment,
      'tenant:create',
      '--slug',
      'acme',
      '--name',
      'Acme',
      '--plan',
      'enterprise',
      ...owner,
      '--json',
    );
    token = (JSON.parse(created) as { token: { token: string } }).token.token;
    service = await ServiceProcess.start(environment);
    stops.push(() => service.stop());
  });
  afterAll(async () => {
    // In reverse order, including the remains of a failed start.
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('connects, with a client certificate for PostgreSQL', async () => {
    // A busy machine may answer the first check of Redis late.
    await until(async () => {
      const state = await health(service);
      return state.includes('"status":"ok"') && !state.includes('degraded');
    });
    const url = receiver.url();
    const body = { name: 'Test', url, events: ['vendor.created'] };
    expect((await ask(service.address, 'POST', '/v1/webhooks', { token, body })).status).toBe(201);
    expect((await vendor('Najd Steel')).status).toBe(201);
    const person = { name_en: 'Sara', email: 'sara@example.com', role: 'viewer' };
    expect((await ask(service.address, 'POST', '/v1/users', { token, body: person })).status).toBe(201);
    await until(() => calls('vendor.created') === 1 && received === 1);
    const { rows } = await withClient(superuser(), (client) =>
      client.query(
        `SELECT DISTINCT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.usename = $1`,
        [LOGIN.name],
      ),
    );
    expect(rows).toEqual([{ ssl: true }]);
  });

  it('accepts replaced certificates and another authority without a restart, while requests continue', async () => {
    const next = await issueCertificate();
    const old = receiver.certificate.cert;
    // Trusts both authorities while both certificates are in use, then only the new one.
    writeFileSync(file('authority.pem'), `${old}\n${next.cert}`);
    const published = new AbortController();
    const statuses: number[] = [];
    const traffic = awaitedLater(
      (async () => {
        while (!published.signal.aborted)
          statuses.push((await ask(service.address, 'GET', '/v1/me', { token })).status);
      })(),
    );
    put('server', next);
    mail.updateSecureContext({ cert: next.cert, key: next.key });
    const { port } = receiver;
    await receiver.close();
    receiver = await WebhookReceiver.listen(next, port);
    const administrator = new Redis(redis.url());
    await administrator.config('SET', 'tls-cert-file', file('server.crt'), 'tls-key-file', file('server.key'));
    await withClient(superuser(), (client) => client.query('SELECT pg_reload_conf()'));
    writeFileSync(file('authority.pem'), next.cert);
    // The service checks its files once a second.
    await sleep(1_100);
    await administrator.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await administrator.quit();
    published.abort();
    await traffic;
    expect(new Set(statuses)).toEqual(new Set([200]));

    // The service reopens connections that PostgreSQL has closed and verifies the new certificate.
    await withClient(superuser(), (client) =>
      // Waits until each has ended, so that no later request uses one of them.
      client.query(`SELECT pg_terminate_backend(pid, 120000) FROM pg_stat_activity WHERE usename = $1`, [LOGIN.name]),
    );
    await until(async () => (await vendor(`Of ${randomBytes(4).toString('hex')}`)).status === 201);
    const person = { name_en: 'Omar', email: 'omar@example.com', role: 'viewer' };
    expect((await ask(service.address, 'POST', '/v1/users', { token, body: person })).status).toBe(201);
    await until(
      async () => calls('vendor.created') >= 1 && received === 2 && !(await health(service)).includes('degraded'),
    );
    expect(service.isRunning).toBe(true);
  });

  it.each([
    [
      'another authority',
      () => encrypted(postgres.url('procurement', LOGIN), file('stranger.pem')),
      /certificate of PostgreSQL at \S+ is not accepted/,
      /sslrootcert/,
    ],
    ['no TLS', () => postgres.url('procurement', LOGIN), /refuses connections without TLS/, /sslmode=verify-full/],
    ['TLS where there is none', () => `${currentRun().adminUrl}?sslmode=verify-full`, /offers no TLS/, /ssl=on/],
    [
      'no client certificate',
      () => encrypted(postgres.url('procurement', LOGIN)).replace(/&sslcert.*/, ''),
      /asks for a client certificate/,
      /sslcert/,
    ],
  ])('fails to start with %s to PostgreSQL, and logs a hint', async (_case, url, msg, hint) => {
    const { code, lines } = await failedStart({ ...environment, DATABASE_URL: url() });
    expect([code, lines.length]).toEqual([1, 1]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      failed: 'database',
      msg: expect.stringMatching(msg) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });

  it('logs the reason when it does not accept the certificate of Redis', async () => {
    const other = await ServiceProcess.start({ ...environment, REDIS_CA_FILE: file('stranger.pem') });
    await until(() => other.lines.some((line) => line.includes('Redis is away: TLS to Redis fails (')));
    expect(await health(other)).toContain('degraded');
    await other.stop();
  });
});
