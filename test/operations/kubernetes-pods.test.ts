import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { temporaryFolder } from '../../tools/servers/unprivileged';
import { PATIENT } from '../support/app';
import { type Answer, ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { PAPER } from '../support/purchase-orders';
import { emptyDatabase, type FreshDatabase } from '../support/servers/database';
import { freshRedis } from '../support/servers/redis';
import { until } from '../support/until';
import { Container, type Given } from './support/kubernetes/container';
import { Manifests, type Workload } from './support/kubernetes/manifests';

/** Requests that a balancer still sends to a pod that has reported that it is not ready. */
const LATE = 20;

describe('Pods of overlays/small, run as local processes', () => {
  const manifests = Manifests.render('overlays/small');
  const [migrate, api, worker] = ['migrate', 'api', 'worker'].map((name) =>
    manifests.workload(`procurement-${name}`),
  ) as [Workload, Workload, Workload];
  const folder = mkdtempSync(join(temporaryFolder(), 'procurement-volumes-'));
  let database: FreshDatabase;
  let receiver: WebhookReceiver;
  let given: Given;
  let serving: Container;
  let working: Container;
  let token: string;

  const start = (workload: Workload, name: string, args?: string[]): Promise<Container> =>
    Container.start(manifests, workload, name, SERVING.includes(name) ? withReceiver() : given, args);
  // The receiver runs on this machine. Its certificate is in the folder that these pods mount.
  const SERVING = ['api', 'worker'];
  const withReceiver = (): Given => ({ ...given, env: { ...given.env, WEBHOOK_CA_FILE: '/data/receiver.pem' } });
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    ask(serving.address('http'), method, path, { token, ...(body ? { body } : {}) });

  beforeAll(async () => {
    database = await emptyDatabase();
    receiver = await WebhookReceiver.listen();
    // A path that every pod mounts.
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'receiver.pem'), receiver.certificate.cert);
    given = {
      volumes: folder,
      secrets: {
        'procurement-service': {
          DATABASE_URL: database.url,
          REDIS_URL: (await freshRedis()).url,
          APP_ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
        },
        'procurement-owner': { DATABASE_MIGRATION_URL: database.ownerUrl },
      },
      env: {
        ...PATIENT,
        WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
        WEBHOOK_ALLOW_NETWORKS_IN_PRODUCTION: 'true',
      },
    };
  });
  afterAll(async () => {
    await Promise.all([serving, working].map(async (container) => container.isRunning && container.stop()));
    await receiver.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('wait for the schema, which the Job creates', async () => {
    const waits = await start(api, 'wait-for-schema');
    await until(() => waits.output.includes('Waiting: No migration has run in this database yet') || !waits.isRunning);
    expect(waits.output).toContain('Waiting: ');
    const job = await start(migrate, 'migrate');
    expect([await job.ended(), job.output]).toEqual([0, expect.stringMatching(/^Ran Tenants/m)]);
    expect([await waits.ended(), waits.output]).toEqual([0, expect.stringMatching(/The schema is up to date\.\n$/)]);
  });

  it("become ready according to the manifests' probes", async () => {
    [serving, working] = await Promise.all([start(api, 'api'), start(worker, 'worker')]);
    for (const container of [serving, working]) {
      const { startupProbe, livenessProbe, readinessProbe } = container.spec;
      await container.untilPasses(startupProbe);
      await container.untilPasses(readinessProbe);
      expect(await container.passes(livenessProbe)).toBe(true);
    }
  });

  it('create the first token, an order, its PDF, its documents and its webhook', async () => {
    const words = 'tenant:create --slug acme --name Acme --plan enterprise --owner-name Olivia --json --owner-email';
    const command = ['node', 'dist/cli.js', ...words.split(' '), 'olivia@acme.example'];
    const made = await start(api, 'api', command);
    expect([await made.ended(), made.output]).toEqual([0, expect.stringContaining('"token"')]);
    token = JSON.parse(made.answer).token.token;
    await call('POST', '/v1/webhooks', { name: 'Orders', url: receiver.url(), events: ['purchase_order.created'] });
    const vendor = await call('POST', '/v1/vendors', { name: 'Najd Stationery' });
    const order = await call('POST', '/v1/purchase-orders', { vendor_id: vendor.body.data.id, items: [PAPER] });
    expect([vendor.status, order.status]).toEqual([201, 201]);
    const pdf = await call('GET', `/v1/purchase-orders/${order.body.data.id}/pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const form = new FormData();
    form.set('file', new Blob(['Deliver before noon.']), 'notes.txt');
    const uploaded = await fetch(`${serving.address('http')}/v1/purchase-orders/${order.body.data.id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect([uploaded.status, readdirSync(join(folder, 'data/documents')).length]).toEqual([201, 1]);
    const [delivered] = await receiver.waitFor(() => true);
    expect(JSON.parse(String(delivered?.body))).toMatchObject({ event: 'purchase_order.created' });
  });

  it('stop within the grace period without a failed request, although the balancer reacts late', async () => {
    const answers: number[] = [];
    const isOver = new AbortController();
    const loops = awaitedLater(
      Array.from({ length: 2 }, async (_, index) => {
        while (!isOver.signal.aborted) {
          const { status } = await (index % 2 === 0
            ? call('GET', '/v1/me')
            : call('POST', '/v1/vendors', { name: 'One' }));
          answers.push(status);
          // Below the rate limit of the plan.
          await pause(100);
        }
      }),
    );
    const ends = awaitedLater(serving.stop(api.pod.terminationGracePeriodSeconds));
    await until(async () => !(await serving.passes(serving.spec.readinessProbe)));
    const before = answers.length;
    await Promise.race([until(() => answers.length >= before + LATE), ...loops]);
    isOver.abort();
    await Promise.all(loops);
    expect(answers.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(await ends).toBe(0);
    expect(await working.stop(worker.pod.terminationGracePeriodSeconds)).toBe(0);
  });
});
