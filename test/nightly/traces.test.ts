import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { type Answer, ask } from '../support/asking';
import type { Loose } from '../support/client';
import { Collector } from '../support/otlp/collector';
import type { ReceivedSpan } from '../support/otlp/spans';
import { processBeside } from '../support/process-beside';
import { asOwner, aSubmitted, aVendor } from '../support/purchase-orders';
import { eventually, subscribe } from '../support/webhooks/delivering';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
const SECRET_NAME = 'Aqua Falcon Trading';
const SECRET_NOTE = 'delivered to the back door';
const SECRET_QUERY = 'a-private-word';

describe('Traces of a service with a configured collector', () => {
  let receiver: WebhookReceiver;
  let collector: Collector;
  let beside: Service;
  let api: ServiceProcess;
  let worker: ServiceProcess;

  beforeAll(async () => {
    [receiver, collector] = await Promise.all([WebhookReceiver.listen(), Collector.listen()]);
    beside = await startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } });
    const published = {
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    [api, worker] = await Promise.all([
      processBeside(beside, { ...published, PROCESS_ROLE: 'api', WEB_CONCURRENCY: '2' }),
      processBeside(beside, { ...published, PROCESS_ROLE: 'worker', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), worker.stop()]);
    await beside.stop();
    await Promise.all([receiver.close(), collector.close()]);
  });

  const call = (method: string, path: string, body?: object, traceparent?: string): Promise<Answer> =>
    ask(api.address, method, path, {
      token: beside.tenant.token.token,
      ...(body ? { body } : {}),
      headers: traceparent === undefined ? {} : { traceparent },
    });

  const below = (spans: readonly ReceivedSpan[], parent: ReceivedSpan): ReceivedSpan[] =>
    spans.filter(({ parentId }) => parentId === parent.spanId);

  const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };

  it('connect the caller with PostgreSQL, Redis, the delivery and its receiver', async () => {
    const client = beside.client();
    await subscribe(beside, receiver, { events: ['purchase_order.approved'], path: '/hooks/a-secret-path?key=hidden' });
    const vendor = await aVendor(client, { name: SECRET_NAME });
    const order = await aSubmitted(client, vendor.id);
    const path = `/v1/purchase-orders/${order.id}/approve`;
    const approved = await call('POST', path, { comments: SECRET_NOTE }, TRACEPARENT);
    expect(approved.status).toBe(200);
    const [received] = await receiver.waitFor(({ headers }) => 'traceparent' in headers);
    const spans = await collector.trace(CALLER.traceId, 'deliver purchase_order.approved');

    const server = named(spans, 'POST /v1/purchase-orders/:id/approve');
    expect(server).toMatchObject({
      parentId: CALLER.spanId,
      attributes: {
        'http.route': '/v1/purchase-orders/:id/approve',
        'http.request.method': 'POST',
        'http.response.status_code': '200',
        'request.id': approved.headers['x-request-id'],
        'tenant.id': beside.tenant.tenant.id,
        'token.id': String(beside.tenant.token.id),
      },
      resource: {
        'service.name': 'procurement-service',
        'deployment.environment.name': 'test',
        'procurement.process_role': 'api',
      },
    });
    const inRequest = below(spans, server).filter(
      ({ resource }) => resource['service.instance.id'] === server.resource['service.instance.id'],
    );
    expect(inRequest.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SELECT purchase_orders', 'INSERT events', 'INSERT webhook_deliveries', 'COMMIT']),
    );
    expect(inRequest.some(({ attributes }) => attributes['db.system.name'] === 'redis')).toBe(true);
    for (const span of inRequest) expect(span.attributes['db.system.name']).toMatch(/^(postgresql|redis)$/);

    const delivery = named(spans, 'deliver purchase_order.approved');
    expect(delivery).toMatchObject({
      parentId: expect.stringMatching(/^[0-9a-f]{16}$/),
      attributes: { 'tenant.id': beside.tenant.tenant.id, 'webhook.attempt': '1' },
      resource: { 'procurement.process_role': 'worker' },
    });
    expect(delivery.parentId).toBe(server.spanId);
    const sent = named(below(spans, delivery), 'POST');
    expect(sent.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': '200' });
    expect(received?.headers['traceparent']).toBe(`00-${CALLER.traceId}-${sent.spanId}-01`);
    expect(received?.headers).not.toHaveProperty('baggage');
    expect(below(spans, delivery).map(({ name }) => name)).toContain('UPDATE webhook_deliveries');
    expect(collector.headers['authorization']).toBe('Bearer of-the-collector');
  });

  it("of a retry and of an export are separate, with a link to the request's trace", async () => {
    const exported = await call('POST', '/v1/exports', { format: 'ndjson', resources: ['vendors'] }, TRACEPARENT);
    expect(exported.status).toBe(202);
    const link = (name: string): ReceivedSpan | undefined =>
      collector.spans.find((span) => span.name === name && span.links.includes(CALLER.traceId));
    await eventually(() => Promise.resolve(link('export') !== undefined));
    expect(link('export')?.traceId).not.toBe(CALLER.traceId);

    await asOwner(beside, `UPDATE webhook_deliveries SET status = 'pending', due_at = now(), finished_at = NULL`);
    await eventually(() => Promise.resolve(link('deliver purchase_order.approved') !== undefined));
    const retried = link('deliver purchase_order.approved');
    const isOfRetry = ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): boolean =>
      String(headers['traceparent']).includes(String(retried?.traceId));
    expect(await receiver.waitFor(isOfRetry)).toHaveLength(1);
  });

  it('begin with the request if the caller sends no valid trace', async () => {
    const own = await call('GET', `/v1/vendors?search=${SECRET_QUERY}`, undefined, 'not-a-trace');
    const id = own.headers['x-request-id'];
    const found = (): ReceivedSpan | undefined =>
      collector.spans.find(({ attributes }) => attributes['request.id'] === id);
    await eventually(() => Promise.resolve(found() !== undefined));
    expect(found()).toMatchObject({ parentId: '', name: 'GET /v1/vendors' });
  });

  it('come from each process of the instance and contain the id of that process', async () => {
    const senders = (): Set<string | undefined> =>
      new Set(
        collector.spans
          .filter(({ resource }) => resource['procurement.process_role'] === 'api')
          .map(({ resource }) => resource['service.instance.id']),
      );
    await eventually(async () => {
      await call('GET', '/v1/me');
      return senders().size === 2;
    });
    expect(senders()).not.toContain(undefined);
  });

  it('contain no content: no value, body, address, token or name', () => {
    const published = JSON.stringify(collector.spans);
    expect(collector.spans.length).toBeGreaterThan(20);
    const { token } = beside.tenant.token;
    const secrets = [SECRET_NAME, SECRET_NOTE, SECRET_QUERY, token, 'a-secret-path', 'hidden', 'whsec_', '@'];
    for (const secret of secrets) expect(published).not.toContain(secret);
    expect(collector.spans.filter(({ events }) => events > 0)).toEqual([]);
  });

  it('can be found from the log: every line of a request and of a delivery contains their ids', async () => {
    const lines = (of: ServiceProcess): Loose[] => of.lines.map((line) => JSON.parse(line));
    const approval = (): Loose => lines(api).find(({ route }) => route?.endsWith('/approve'));
    await eventually(() => Promise.resolve(approval() !== undefined));
    expect(approval()).toMatchObject({ trace_id: CALLER.traceId, request_id: expect.any(String), level: 'info' });
    expect(collector.spans.map(({ spanId }) => spanId)).toContain(approval()?.span_id);
  });

  it('are exported before the process ends, but a stop does not wait for a silent collector', async () => {
    const slow = await processBeside(beside, {
      PROCESS_ROLE: 'api',
      WEB_CONCURRENCY: '2',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '300000',
    });
    const last = await ask(slow.address, 'GET', '/v1/me', { token: beside.tenant.token.token });
    collector.isSilent = true;
    expect(await slow.stop()).toBe(0);
    collector.isSilent = false;
    expect(collector.spans.map(({ attributes }) => attributes['request.id'])).toContain(last.headers['x-request-id']);
  });

  // The package `api` is also used by prom-client: interfaces without an implementation.
  it('cost nothing without an endpoint: no module of the SDK is loaded', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOADS_ALL, join(__dirname, '../../dist')]);
    expect(JSON.parse(stdout)).toEqual({ without: [], isLoadedWith: true });
  });
});

/** Starts tracing in a separate process, first without and then with an endpoint, and prints the loaded modules. */
const LOADS_ALL = `
const dist = process.argv[1];
const loaded = () => Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api\\b)/.test(file));
const { readEnvironment } = require(dist + '/platform/config');
const { startTracing } = require(dist + '/platform/tracing');
require(dist + '/serve');
const env = { DATABASE_URL: 'postgres://localhost/x', APP_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
void (async () => {
  await startTracing(readEnvironment(env));
  const without = loaded();
  await startTracing(readEnvironment({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }));
  process.stdout.write(JSON.stringify({ without, isLoadedWith: loaded().length > 0 }), () => process.exit());
})();`;
