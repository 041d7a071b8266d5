import type { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createApplication } from '../../src/application';
import type { Ability } from '../../src/common/actor';
import { Clock } from '../../src/common/clock';
import { declareSandbox } from '../../src/platform/database/schema/sandbox';
import { withClient } from '../../tools/servers/databases';
import { Environment, readEnvironment } from '../../src/platform/config';
import { AdminListener } from '../../src/platform/health';
import type { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import type { Form } from '../../src/platform/http';
import { ProvisionedTenant, TenantsService } from '../../src/operations/provisioning';
import { disagreements } from './books';
import { Client } from './client';
import { keyVariables } from './key-variables';
import { ManualClock } from './manual-clock';
import { type FreshDatabase, freshDatabase } from './servers/database';
import { isPooled } from './servers/run';
import { freshRedis } from './servers/redis';
import { timed } from './times';

export interface StartOptions {
  /** Without Redis the service runs as a single process. */
  readonly redis?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The machine's clock by default. */
  readonly clock?: Clock;
  readonly plan?: string;
  /**
   * Also delivers webhooks and runs periodic work, imports, exports and mail. By default only without Redis, or if the
   * service trusts a receiver.
   */
  readonly works?: boolean;
  /** The service trusts this receiver's certificate like a public one. */
  readonly trusts?: WebhookReceiver;
  /** False for tests that bypass the service's rules: the check of the books in `stop` is skipped. */
  readonly books?: boolean;
  /** A second instance on the servers of this one. */
  readonly beside?: Service;
}

/** A complete service that listens on a free port, with its own database and Redis. */
export interface Service {
  readonly app: NestExpressApplication;
  readonly environment: Environment;
  readonly tenant: ProvisionedTenant;
  readonly adminUrl: string;
  /** Connects as the schema's owner, not a superuser. */
  readonly ownerUrl: string;
  /** Open connections with full read access. Opening a connection costs more than most queries. */
  readonly owner: Pool;
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  /** Address of health and metrics: `http://127.0.0.1:port`. */
  readonly admin: string;
  /** A client of the first tenant. `abilities` other than the admin's create a token with exactly those. */
  client(options?: { readonly form?: Form; readonly token?: string }): Client;
  /** Creates a token of the first tenant with exactly these abilities, for this user or the owner. */
  mint(abilities: readonly Ability[], email?: string): Promise<string>;
  newTenant(plan?: string): Promise<ProvisionedTenant>;
  /** Idempotent. */
  stop(): Promise<void>;
}

/** Starts a service. Stop it in `afterAll`, which also checks that the books of all its tenants add up. */
export async function startApp(options: StartOptions = {}): Promise<Service> {
  const database = options.beside ? undefined : await freshDatabase();
  return timed('application', () => startOver(database, options));
}

async function startOver(database: FreshDatabase | undefined, options: StartOptions): Promise<Service> {
  const { beside } = options;
  if (database && options.env?.['SANDBOX'] === 'true') await becomeSandbox(database.adminUrl);
  const redis = beside || options.redis === false ? undefined : await freshRedis();
  const folder = mkdtempSync(join(tmpdir(), 'procurement-service-'));
  const urls = { DATABASE_URL: database?.url, REDIS_URL: redis?.url };
  const environment = readEnvironment(
    beside ? { ...asText(beside.environment), ...options.env } : ownEnvironment(urls, folder, options),
  );
  const app = await createApplication(environment, options.clock);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  // Client and service share a process: a busy process would close a connection that a client is about to reuse.
  server.keepAliveTimeout = 600_000;
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const admin = `http://127.0.0.1:${await app.get(AdminListener).listen()}`;
  const tenants = app.get(TenantsService);
  const newTenant = (plan = 'enterprise'): Promise<ProvisionedTenant> => tenants.create(newcomer(plan));
  const tenant = beside?.tenant ?? (await newTenant(options.plan));
  const adminUrl = beside?.adminUrl ?? database?.adminUrl ?? '';
  const ownerUrl = beside?.ownerUrl ?? database?.ownerUrl ?? '';
  const owner = beside?.owner ?? new Pool({ connectionString: adminUrl, max: 5 });
  const audited = !beside && options.books !== false;
  let stopping: Promise<void> | undefined;
  // `pool.end()` does not wait for the server, so a late error about the dropped database may still arrive.
  if (!beside) {
    owner.on('error', (error) => {
      if (!stopping) throw error;
    });
  }

  return {
    app,
    environment,
    tenant,
    adminUrl,
    ownerUrl,
    owner,
    address,
    admin,
    client: ({ form = 'a', token = tenant.token.token } = {}) => new Client(address, form, token),
    mint: async (abilities, email) =>
      (
        await tenants.createToken(tenant.tenant.slug, {
          name: abilities.join('+'),
          abilities,
          ...(email ? { email } : {}),
        })
      ).token,
    newTenant,
    stop: () => (stopping ??= timed('application', stop)),
  };

  async function stop(): Promise<void> {
    const wrong = audited ? await disagreements({ app, owner }) : {};
    await app.close();
    rmSync(folder, { recursive: true, force: true });
    if (!beside) await owner.end();
    await database?.drop();
    if (Object.keys(wrong).length > 0) {
      throw new Error(`The books do not add up: ${JSON.stringify(wrong, undefined, 2)}`);
    }
  }
}

/** A clock at an ordinary moment, for tests that move it. */
export function storyClock(start = '2026-03-10T09:00:00.000Z'): ManualClock {
  return new ManualClock(start);
}

/** Long timeouts: no result may depend on the speed of a busy machine. */
export const PATIENT = {
  DATABASE_CONNECT_TIMEOUT_MS: '120000',
  DATABASE_REQUEST_STATEMENT_TIMEOUT_MS: '120000',
  DATABASE_REQUEST_LOCK_TIMEOUT_MS: '120000',
  DATABASE_REQUEST_IDLE_TIMEOUT_MS: '120000',
  DATABASE_JOB_LOCK_TIMEOUT_MS: '120000',
  REDIS_TIMEOUT_MS: '20000',
  IDEMPOTENCY_WAIT_MS: '60000',
  WEBHOOK_TIMEOUT_MS: '50000',
  PDF_TIMEOUT_MS: '120000',
};

/** The environment of a service with its own servers and folder. */
function ownEnvironment(
  urls: NodeJS.ProcessEnv,
  folder: string,
  { redis, trusts, env, works = redis === false || trusts !== undefined }: StartOptions,
): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PROCESS_ROLE: works ? 'all' : 'api',
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    ...urls,
    DATABASE_POOL_SIZE: '10',
    ...PATIENT,
    ...chosenForTheRun(),
    ...(isPooled() ? { DATABASE_PREPARED_STATEMENTS: 'false' } : {}),
    APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    STORAGE_PATH: join(folder, 'documents'),
    MAIL_FOLDER: join(folder, 'mail'),
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    ...(trusts ? { WEBHOOK_CA_FILE: written(join(folder, 'ca.pem'), trusts.certificate.cert) } : {}),
    ...env,
  };
}

/** Switches that apply to a whole test run: the tests must pass with the feature turned off. */
function chosenForTheRun(): NodeJS.ProcessEnv {
  const { HTTP_EXPRESS_PROTOTYPES } = process.env;
  return HTTP_EXPRESS_PROTOTYPES === undefined ? {} : { HTTP_EXPRESS_PROTOTYPES };
}

function written(file: string, text: string): string {
  writeFileSync(file, text);
  return file;
}

let tenants = 0;

function newcomer(plan: string): Parameters<TenantsService['create']>[0] {
  tenants += 1;
  const slug = `tenant-${tenants}-${randomBytes(3).toString('hex')}`;
  return {
    slug,
    name: `Tenant ${tenants}`,
    plan,
    table: 'standard',
    currency: 'SAR',
    ownerEmail: `owner@${slug}.example`,
    ownerName: 'Olivia Owner',
  };
}

async function becomeSandbox(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (client) => declareSandbox(async (text) => (await client.query(text)).rows));
}

/** Turns an environment back into variables. Services of these tests have no sentinels. */
function asText(environment: Environment): NodeJS.ProcessEnv {
  const { APP_ENCRYPTION_KEY: _alone, APP_ENCRYPTION_KEYS: _ring, REDIS_SENTINELS: _none, ...rest } = environment;
  const texts = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return { ...Object.fromEntries(texts), ...keyVariables(environment) };
}
