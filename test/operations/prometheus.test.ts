import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type RedisServer, startRedis } from '../../tools/servers/redis';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ask } from '../support/asking';
import { awaitedLater } from '../support/awaited-later';
import { command } from '../support/command';
import { processBeside } from '../support/process-beside';
import { redisProgram } from '../support/programs/redis';
import { eventually, subscribe } from '../support/webhooks/delivering';
import { dashboardQueries } from './support/dashboard';
import { Prometheus } from './support/prometheus';
import { alertingRules, recordingRules } from './support/rules';
import { runbooks } from './support/runbooks';

const POOL = 6;

/** Requests without a valid token use a separate address, because its limit also blocks unknown tokens. */
const STRANGERS = '127.0.0.7';

/** Series that appear with the first fault of their kind. Until then the metric is known without series. */
const FAULTS = [
  'http_response_status_code=~"5..',
  'outcome="failed"',
  'outcome=~"failed|timed_out|queue_full"',
  'outcome=~"postponed|given_up"',
  'outcome=~"NETWORK|TIMEOUT|BLOCKED_ADDRESS"',
  'db_transaction_retries_total',
  'webhook_subscriptions_disabled_total',
  // Prometheus' own metric of firing alerts.
  'ALERTS',
];

/** The metrics of the service in an expression; histograms without suffix. */
const metricsOf = (expression: string): string[] =>
  (expression.match(/\b[a-z_]+(?=\{)/g) ?? [])
    .filter((name) => name !== 'up')
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''));

describe('An API and a worker scraped by Prometheus', () => {
  let receiver: WebhookReceiver;
  let beside: Service;
  let redis: RedisServer;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let prometheus: Prometheus;
  const folder = mkdtempSync(join(tmpdir(), 'procurement-watched-'));

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    [beside, redis] = await Promise.all([
      startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } }),
      startRedis(redisProgram(process.env['PATH'] ?? ''), { folder, password: 'watched', keepsData: false }),
    ]);
    const env = { REDIS_URL: redis.url(), REDIS_TIMEOUT_MS: '2000', DATABASE_POOL_SIZE: String(POOL) };
    [api, worker] = await Promise.all([
      processBeside(beside, { ...env, PROCESS_ROLE: 'api' }),
      processBeside(beside, { ...env, PROCESS_ROLE: 'worker' }),
    ]);
    prometheus = await Prometheus.start({ 'procurement-api': [api.admin], 'procurement-worker': [worker.admin] });
  });
  afterAll(async () => {
    await prometheus.stop();
    await Promise.all([api, worker].map((instance) => instance.stop()));
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
    await beside.stop();
    await receiver.close();
  });

  const call = (method: string, path: string, body?: object): ReturnType<typeof ask> =>
    ask(api.address, method, path, { token: beside.tenant.token.token, ...(body === undefined ? {} : { body }) });

  let people = 0;

  /** Produces responses of each class, a webhook, a PDF, a mail and rate limit errors. */
  async function someTraffic(orderId: number): Promise<void> {
    people += 1;
    const person = { name_en: 'Dana', email: `dana-${people}@people.example`, role: 'procurement_officer' };
    const strangers = Array.from({ length: 70 }, () =>
      ask(api.address, 'GET', '/v1/me', { token: 'pst_unknown', from: STRANGERS }),
    );
    const answers = await Promise.all([
      call('GET', '/api/v1/vendors'),
      call('GET', '/v1/vendors/999999'),
      call('POST', '/v1/vendors', {}),
      call('POST', '/v1/vendors', { name: 'Najd Steel' }),
      call('POST', '/v1/users', person),
      call('GET', `/v1/purchase-orders/${orderId}/pdf`),
      ...strangers,
    ]);
    expect(answers.slice(0, 6).map(({ status }) => status)).toEqual([200, 404, 422, 201, 201, 200]);
  }

  const firing = async (): Promise<(string | undefined)[]> =>
    (await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname']);

  const areFiring = async (...alerts: readonly string[]): Promise<boolean> => {
    const names = await firing();
    return alerts.every((alert) => names.includes(alert));
  };

  /** The expressions without a numeric result. */
  async function withoutData(expressions: readonly string[]): Promise<string[]> {
    const answers = await Promise.all(
      expressions.map(async (expression) => {
        const samples = await prometheus.query(expression);
        return samples.some(({ value }) => !Number.isNaN(value)) ? [] : [expression];
      }),
    );
    return answers.flat();
  }

  it('provide data for every query of the dashboard and every expression of the rules', async () => {
    await subscribe(beside, receiver);
    const { id: vendorId } = await beside.client().post('/vendors', { name: 'Gulf Supplies' }, 201);
    const line = { description: 'Steel bars', quantity: 10, unit: 't', unit_price: 25.5, vat_rate: 15 };
    const order = await beside.client().post('/purchase-orders', { vendor_id: vendorId, items: [line] }, 201);
    const verified = awaitedLater(
      Promise.all(['budget', 'report', 'audit'].map((kind) => command(beside, `${kind}:verify`))),
    );

    const isOfFaults = (expression: string): boolean => FAULTS.some((fault) => expression.includes(fault));
    // The selectors in alert expressions. A whole expression is empty while nothing is wrong.
    const compared = alertingRules().flatMap(({ expr }) => expr.match(/[a-z][\w:]*\{[^}]*\}/g) ?? []);
    const selectors = compared.filter((selector) => !isOfFaults(selector));
    const recorded = recordingRules().map(({ record, labels }) => record + (labels ? `{slo="${labels['slo']}"}` : ''));
    const asked = dashboardQueries()
      .map(({ expr }) => expr)
      .filter((expr) => !isOfFaults(expr));
    const expected = [...new Set([...asked, ...recorded, ...selectors])];
    let missing = expected;
    await eventually(async () => {
      await someTraffic(order.id);
      missing = await withoutData(expected);
      return missing.length === 0;
    }).catch((error: unknown) => {
      throw new Error(`Without data: ${missing.join('\n')}`, { cause: error });
    });
    const known = await prometheus.known();
    const names = compared.concat(dashboardQueries().map(({ expr }) => expr)).flatMap(metricsOf);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect((await verified).map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it('provide the metrics and tables that the runbooks query', async () => {
    const { owner } = beside;
    for (const { queries, statements } of runbooks()) {
      for (const query of queries) await prometheus.query(query);
      for (const statement of statements) await owner.query(statement);
    }
  });

  it('trigger no page alert while nothing is wrong', async () => {
    await eventually(async () => {
      const alerts = (await prometheus.alerts()).filter(({ labels }) => labels['severity'] === 'page');
      // A busy machine may be slow: promtool's tests cover the service level objectives.
      return alerts.every(({ labels }) => labels['slo'] !== undefined);
    });
  });

  it('report a locked table as an exhausted pool, not as an instance that is not ready', async () => {
    const holder = await beside.owner.connect();
    await holder.query('BEGIN; LOCK TABLE vendors IN ACCESS EXCLUSIVE MODE');
    let isLocked = true;
    const callers = awaitedLater(
      Array.from({ length: 2 * POOL }, async () => {
        const statuses: number[] = [];
        while (isLocked) statuses.push((await call('GET', '/v1/vendors')).status);
        return statuses;
      }),
    );
    try {
      await eventually(() => areFiring('ProcurementPoolExhausted'));
      expect(await firing()).not.toContain('ProcurementNotReady');
    } finally {
      isLocked = false;
      await holder.query('COMMIT');
      holder.release();
    }
    // A request that waits for the lock longer than its limit gets 503.
    expect((await Promise.all(callers)).flat().filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await eventually(async () => !(await firing()).includes('ProcurementPoolExhausted'));
  });

  it('trigger an alert when Redis has stopped, while the API still responds', async () => {
    await redis.stop();
    await eventually(() => areFiring('ProcurementRedisAway'));
    expect((await call('GET', '/v1/vendors')).status).toBe(200);
    expect(await firing()).not.toContain('ProcurementNotReady');
  });

  it('trigger a page alert with its runbook when the worker was killed', async () => {
    await worker.kill();
    await eventually(() => areFiring('ProcurementNoWorker'));
    const alert = (await prometheus.alerts()).find(({ labels }) => labels['alertname'] === 'ProcurementNoWorker');
    expect(alert?.labels['severity']).toBe('page');
    expect(alert?.annotations['runbook_url']).toBe('docs/runbooks/ProcurementNoWorker.md');
    await eventually(() => areFiring('ProcurementInstanceDown'));
    expect(await firing()).not.toContain('ProcurementApiDown');
  });
});
