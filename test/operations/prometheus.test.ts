import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebhookReceiver } from '../../src/dev/receiver/webhook-receiver';
import { type RedisServer, startRedis } from '../../src/dev/servers/redis';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { ask } from '../support/asking';
import { processBeside } from '../support/process-beside';
import { redisProgram } from '../support/programs/redis';
import { eventually } from '../support/webhooks/delivering';
import { Prometheus } from './support/prometheus';
import { runbooks } from './support/runbooks';

const POOL = 6;

describe('an API and a worker that Prometheus looks at', () => {
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

  const vendors = (): ReturnType<typeof ask> =>
    ask(api.address, 'GET', '/v1/vendors', { token: beside.tenant.token.token });

  /** Which of these alerts fire. */
  const firing = async (): Promise<(string | undefined)[]> =>
    (await prometheus.alerts()).filter(({ state }) => state === 'firing').map(({ labels }) => labels['alertname']);

  const areFiring = async (...alerts: readonly string[]): Promise<boolean> => {
    const names = await firing();
    return alerts.every((alert) => names.includes(alert));
  };

  it('gives what runbooks ask for', async () => {
    const { owner } = beside;
    for (const { queries, statements } of runbooks()) {
      for (const query of queries) await prometheus.query(query);
      for (const statement of statements) await owner.query(statement);
    }
  });

  it('pages nobody while nothing is wrong', async () => {
    await eventually(async () => {
      const alerts = (await prometheus.alerts()).filter(({ labels }) => labels['severity'] === 'page');
      // A busy machine may be slow: the objectives are judged by promtool's tests.
      return alerts.every(({ labels }) => labels['slo'] !== undefined);
    });
  });

  it('tells of a table that is locked until the pool is exhausted, and that it is over', async () => {
    const holder = await beside.owner.connect();
    await holder.query('BEGIN; LOCK TABLE vendors IN ACCESS EXCLUSIVE MODE');
    const waiting = Array.from({ length: 2 * POOL }, () => vendors());
    try {
      await eventually(() => areFiring('ProcurementPoolExhausted', 'ProcurementNotReady'));
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    await eventually(async () => {
      const names = await firing();
      return !names.includes('ProcurementPoolExhausted') && !names.includes('ProcurementNotReady');
    });
  });

  it('tells of a Redis that has stopped, while requests are answered', async () => {
    await redis.stop();
    await eventually(() => areFiring('ProcurementRedisAway'));
    expect((await vendors()).status).toBe(200);
    expect(await firing()).not.toContain('ProcurementNotReady');
  });

  it('tells of a worker that was killed, with the page about it', async () => {
    await worker.kill();
    await eventually(() => areFiring('ProcurementNoWorker'));
    const alert = (await prometheus.alerts()).find(({ labels }) => labels['alertname'] === 'ProcurementNoWorker');
    expect(alert?.labels['severity']).toBe('page');
    expect(alert?.annotations['runbook_url']).toBe('docs/runbooks/ProcurementNoWorker.md');
    await eventually(() => areFiring('ProcurementInstanceDown'));
    expect(await firing()).not.toContain('ProcurementApiDown');
  });
});
