import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { WebhookReceiver } from '../../../../tools/receiver/webhook-receiver';
import { ensureOwnedDatabase, ensureServiceLogin } from '../../../../tools/servers/databases';
import { ServiceProcess } from '../../../chaos/support/service-process';
import { freshRedis } from '../../../support/servers/redis';
import type { DebianPostgres } from '../debian-postgres';

const DATABASE = 'procurement';
const OWNER = { name: 'procurement_owner', password: 'drill' };
const APP = { name: 'procurement_app', password: 'drill' };
const GROUP_ROLE = 'procurement_service';

export interface Ended {
  readonly code: number | null;
  /** Its standard output, parsed if it is JSON. */
  readonly said: Record<string, unknown>;
  readonly complained: string;
}

/** The service on a PostgreSQL with backups, run like an operator would. */
export class Installation {
  readonly storage: string;
  private readonly env: NodeJS.ProcessEnv;

  private constructor(
    readonly postgres: DebianPostgres,
    redisUrl: string,
    receiver: WebhookReceiver,
  ) {
    this.storage = join(postgres.folder, 'documents');
    const ca = join(postgres.folder, 'ca.pem');
    mkdirSync(this.storage);
    writeFileSync(ca, receiver.certificate.cert);
    this.env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      REDIS_URL: redisUrl,
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      STORAGE_PATH: this.storage,
      STORAGE_HOLD_DAYS: '14',
      MAIL_FOLDER: join(postgres.folder, 'mail'),
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: ca,
      // A failed delivery is retried within the drill.
      WEBHOOK_RETRY_DELAYS: '3,6,9',
    };
  }

  /** Creates the roles of docs/running.md and deploy/backup/roles.sql and migrates the database. */
  static async create(postgres: DebianPostgres, receiver: WebhookReceiver): Promise<Installation> {
    await ensureOwnedDatabase(postgres.url(DATABASE), OWNER, GROUP_ROLE);
    await ensureServiceLogin(postgres.url(DATABASE), APP, GROUP_ROLE);
    postgres.prepareBackups();
    const { url } = await freshRedis();
    const installation = new Installation(postgres, url, receiver);
    await installation.done('migrate');
    return installation;
  }

  start(): Promise<ServiceProcess> {
    return ServiceProcess.start({ ...this.env, ...this.urls() });
  }

  async run(...args: string[]): Promise<Ended> {
    const env = { PATH: process.env['PATH'], ...this.env, ...this.urls() };
    const cli = join(__dirname, '../../../../dist/cli.js');
    const child = spawn(process.execPath, [cli, ...args, '--json'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, said: said ? (JSON.parse(said) as Record<string, unknown>) : {}, complained };
  }

  /** Runs a command that must succeed. @returns its output */
  async done(...args: string[]): Promise<Record<string, unknown>> {
    const { code, said, complained } = await this.run(...args);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${JSON.stringify(said)}\n${complained}`);
    return said;
  }

  /** @returns its token */
  async tenant(slug: string): Promise<string> {
    const names = ['--slug', slug, '--name', slug, '--owner-email', `owner@${slug}.example`, '--owner-name', 'Owner'];
    const made = await this.done('tenant:create', ...names, '--plan', 'enterprise');
    return (made['token'] as { token: string }).token;
  }

  query<Row extends object>(sql: string): Promise<Row[]> {
    return this.postgres.query<Row>(DATABASE, sql);
  }

  private urls(): NodeJS.ProcessEnv {
    return {
      DATABASE_URL: this.postgres.url(DATABASE, APP),
      DATABASE_MIGRATION_URL: this.postgres.url(DATABASE, OWNER),
    };
  }
}
