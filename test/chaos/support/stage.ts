import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppModule } from '../../../src/app.module';
import { systemActor } from '../../../src/common/actor';
import type { TenantId } from '../../../src/common/records/ids';
import { readEnvironment } from '../../../src/platform/config';
import { WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import { TenantsService } from '../../../src/operations/provisioning';
import { WebhooksService } from '../../../src/integration/webhooks/webhooks.service';
import { IS_SHORT } from './figures';
import { answersLate } from './responders';
import { Servers } from './servers';
import { ServiceProcess } from './service-process';
import { Verdict } from './verdict';
import { Writer } from './writer';

/** A subscription with the receiver of this stage. */
export interface StagedSubscription {
  readonly tenantId: TenantId;
  readonly id: number;
  readonly secret: string;
  readonly path: string;
}

export interface StageOptions {
  /** Number of tenants. The writer writes events for each in turn. */
  readonly tenants: number;
  /** Number per tenant, or a number for each tenant. */
  readonly subscriptions: number | readonly number[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Environment of the failure tests: servers, a receiver, tenants with subscriptions, and a writer of events. */
export class Stage {
  private constructor(
    readonly servers: Servers,
    readonly receiver: WebhookReceiver,
    readonly env: NodeJS.ProcessEnv,
    readonly subscriptions: readonly StagedSubscription[],
    /** Tokens of the tenants, in their order. */
    readonly tokens: readonly string[],
    private readonly context: INestApplicationContext,
    private readonly folder: string,
  ) {
    this.writer = new Writer(context, [...new Set(subscriptions.map(({ tenantId }) => tenantId))]);
    this.verdict = new Verdict(servers, receiver, subscriptions, this.writer);
  }

  /** PEM file with the certificate authority of the receiver. */
  get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  readonly writer: Writer;
  readonly verdict: Verdict;
  private processes: ServiceProcess[] = [];
  private readonly workers = new Set<ServiceProcess>();

  static async set(options: StageOptions): Promise<Stage> {
    const [servers, receiver] = await Promise.all([Servers.start(), WebhookReceiver.listen()]);
    const folder = mkdtempSync(join(tmpdir(), 'procurement-chaos-files-'));
    writeFileSync(join(folder, 'ca.pem'), receiver.certificate.cert);
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATABASE_URL: servers.databaseUrl,
      REDIS_URL: servers.redisUrl,
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
      STORAGE_PATH: join(folder, 'documents'),
      MAIL_FOLDER: join(folder, 'mail'),
      // From the fourth interruption on each counts as a failed attempt. Long retry delays would only slow tests down.
      WEBHOOK_RETRY_DELAYS: '5,5,5',
      ...options.env,
    };
    const context = await NestFactory.createApplicationContext(
      AppModule.with(readEnvironment({ ...env, PROCESS_ROLE: 'api', LOG_LEVEL: 'silent' })),
      { logger: false, abortOnError: false },
    );
    const cast = await populate(context, receiver, options);
    return new Stage(servers, receiver, env, cast.subscriptions, cast.tokens, context, folder);
  }

  async start(
    role: 'api' | 'worker',
    env: Readonly<Record<string, string>> = {},
    draw?: () => Promise<number[]>,
  ): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...this.env, ...env, PROCESS_ROLE: role }, draw);
    this.processes.push(service);
    if (role === 'worker') this.workers.add(service);
    return service;
  }

  /** Log lines of the requests whose ids are in the text. */
  logged(text: string): string[] {
    const ids = [...text.matchAll(/"request_id":"([^"]+)"/g)].flatMap(([, id = '']) => id);
    const lines = this.processes.flatMap((service) => service.lines);
    return lines.filter((line) => ids.some((id) => line.includes(id)));
  }

  /** The running worker of an earlier test in the short form, or a new one. */
  async worker(): Promise<ServiceProcess> {
    return this.runningWorker() ?? this.start('worker');
  }

  /**
   * Stops the processes and deletes all events and deliveries. In the short form a worker continues to run, because
   * starts need most of the time.
   */
  async empty(): Promise<void> {
    await this.writer.stop();
    await this.servers.restore();
    const stays = IS_SHORT ? this.runningWorker() : undefined;
    await Promise.all(this.processes.filter((service) => service !== stays).map((service) => service.stop()));
    this.processes = stays ? [stays] : [];
    await this.verdict.forget();
    this.receiver.respond = answersLate(0);
  }

  private runningWorker(): ServiceProcess | undefined {
    return this.processes.find((service) => this.workers.has(service) && service.isRunning);
  }

  async clear(): Promise<void> {
    await this.writer.stop();
    await Promise.all(this.processes.map((service) => service.stop()));
    await this.context.close();
    await this.receiver.close();
    await this.servers.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function populate(
  context: INestApplicationContext,
  receiver: WebhookReceiver,
  options: StageOptions,
): Promise<{ subscriptions: StagedSubscription[]; tokens: string[] }> {
  const subscriptions: StagedSubscription[] = [];
  const tokens: string[] = [];
  for (let number = 1; number <= options.tenants; number += 1) {
    const { tenant, token } = await context.get(TenantsService).create({
      slug: `tenant-${number}`,
      name: `Tenant ${number}`,
      plan: 'enterprise',
      table: 'standard',
      currency: 'SAR',
      ownerEmail: `owner@tenant-${number}.example`,
      ownerName: 'Olivia Owner',
    });
    tokens.push(token.token);
    const { subscriptions: asked } = options;
    const most = typeof asked === 'number' ? asked : (asked[number - 1] ?? 0);
    for (let count = 1; count <= most; count += 1) {
      const path = `/${number}/${count}`;
      const input = { name: path, url: receiver.url(path), events: ['vendor.created' as const] };
      const made = await context.get(WebhooksService).create(systemActor(tenant.id), input);
      subscriptions.push({ tenantId: tenant.id, id: made.subscription.id, secret: made.secret, path });
    }
  }
  return { subscriptions, tokens };
}
