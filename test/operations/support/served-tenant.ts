import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebhookReceiver } from '../../../tools/receiver/webhook-receiver';
import { ServiceProcess } from '../../chaos/support/service-process';
import { PATIENT } from '../../support/app';
import { ask } from '../../support/asking';
import { runCli } from './cli';

/** An API process and a worker process, with a tenant that has a subscription to vendor.created. */
export interface ServedTenant {
  readonly environment: NodeJS.ProcessEnv;
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
  readonly token: string;
  readonly receiver: WebhookReceiver;
  stop(): Promise<void>;
}

/**
 * Starts both on a migrated database.
 * @param servers DATABASE_URL, REDIS_URL and other variables to override
 */
export async function servedTenant(folder: string, servers: NodeJS.ProcessEnv): Promise<ServedTenant> {
  const receiver = await WebhookReceiver.listen();
  writeFileSync(join(folder, 'receiver.pem'), receiver.certificate.cert);
  const environment = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'warn', ...PATIENT },
    APP_ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ...{ STORAGE_PATH: join(folder, 'documents'), MAIL_FOLDER: join(folder, 'mail') },
    ...{ WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_CA_FILE: join(folder, 'receiver.pem') },
    ...servers,
  };
  const tenant = ['--slug', 'acme', '--name', 'Acme', '--plan', 'enterprise'];
  const owner = ['--owner-email', 'owner@example.com', '--owner-name', 'Olivia'];
  const created = await runCli(environment, 'tenant:create', ...tenant, ...owner, '--json');
  const { token } = (JSON.parse(created) as { token: { token: string } }).token;
  const [api, worker] = await Promise.all([
    ServiceProcess.start({ ...environment, PROCESS_ROLE: 'api' }),
    ServiceProcess.start({ ...environment, PROCESS_ROLE: 'worker' }),
  ]);
  const body = { name: 'Test', url: receiver.url(), events: ['vendor.created'] };
  expect((await ask(api.address, 'POST', '/v1/webhooks', { token, body })).status).toBe(201);
  const stop = async (): Promise<void> => {
    await Promise.all([api.stop(), worker.stop()]);
    await receiver.close();
  };
  return { environment, api, worker, token, receiver, stop };
}
