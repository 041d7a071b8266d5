import { Periodic } from '../../src/platform/periodic';
import { type Service, startApp, storyClock } from '../support/app';
import { asOwner } from '../support/purchase-orders';
import { sampled } from '../support/sampled';
import { Canary, ConnectCounter } from '../support/webhooks/connections';
import { emit, eventually } from '../support/webhooks/delivering';
import { forbiddenUrls } from '../support/webhooks/forbidden-urls';

/**
 * Tests the guard wherever a URL can reach a socket in a running service: update, test, delivery and redelivery. The
 * contract tests cover creation, and the guard's own tests cover names that rebind.
 */
describe('A forbidden URL', () => {
  const clock = storyClock();
  let service: Service;
  let canary: Canary;
  let urls: readonly string[];
  let id: number;

  beforeAll(async () => {
    canary = await new Canary().listen();
    service = await startApp({ redis: false, clock, env: { WEBHOOK_ALLOW_NETWORKS: '' } });
    // Names under .test need the guard's own name server, and PostgreSQL rejects a NUL.
    const all = forbiddenUrls(canary.port).filter((url) => !/^https:\/\/[^/]*\.test\b|\0/.test(url));
    expect(all.length).toBeGreaterThanOrEqual(150);
    urls = sampled(all, 5, 'forbidden URLs');
    const input = { name: 'Changed', url: 'https://hooks.example.com/', events: ['vendor.created'] };
    ({ id } = await service.client().post('/webhooks', input, 201));
  });
  afterAll(async () => {
    await service.stop();
    await canary.close();
  });
  beforeEach(() => {
    canary.connections = 0;
  });

  const sql = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    asOwner<Row>(service, text, values);
  /** The outcome of each subscription's delivery, once none is pending. */
  const settled = async (): Promise<{ url: string; outcomes: string[] }[]> => {
    await eventually(async () => {
      const waiting = await sql(`SELECT 1 FROM webhook_deliveries WHERE status = 'pending'`);
      return waiting.length === 0;
    });
    return sql(
      `SELECT s.url, array_agg(a.outcome) AS outcomes FROM webhook_subscriptions s
         JOIN webhook_deliveries d ON d.tenant_id = s.tenant_id AND d.subscription_id = s.id
         JOIN webhook_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.id
        GROUP BY s.id, s.url ORDER BY s.id`,
    );
  };

  it('is rejected in an update', async () => {
    for (const url of urls) {
      const { details } = await service.client().put(`/webhooks/${id}`, { url }, 422);
      expect([url, Object.keys(details)]).toEqual([url, ['url']]);
      clock.advance(1_000); // calls per minute are limited
    }
    expect(canary.connections).toBe(0);
  });

  it('with a name of this machine is rejected in a creation and an update', async () => {
    for (const url of ['https://localhost/hook', 'https://db.localhost:8443/hook']) {
      const input = { name: 'Inside', url, events: ['vendor.created'] };
      for (const refused of [
        await service.client().post('/webhooks', input, 422),
        await service.client().put(`/webhooks/${id}`, { url }, 422),
      ]) {
        expect([refused.code, Object.keys(refused.details)]).toEqual(['VALIDATION_ERROR', ['url']]);
      }
    }
  });

  it('is not called by a test', async () => {
    for (const url of urls) {
      await sql('UPDATE webhook_subscriptions SET url = $2 WHERE id = $1', id, url);
      const { code } = await service.client().post(`/webhooks/${id}/test`, undefined, 422);
      expect([url, code]).toEqual([url, 'WEBHOOK_TEST_FAILED']);
      clock.advance(10_000);
    }
    expect(canary.connections).toBe(0);
  });

  it('is neither delivered to nor redelivered to', async () => {
    await sql(
      `INSERT INTO webhook_subscriptions (tenant_id, name, url, events, sealed_secret, created_at, updated_at)
       SELECT tenant_id, 'Smuggled', unnest($2::text[]), ARRAY['vendor.created'], sealed_secret, created_at, updated_at
         FROM webhook_subscriptions WHERE id = $1`,
      ...[id, urls],
    );
    await sql('DELETE FROM webhook_subscriptions WHERE id = $1', id);
    await emit(service, 1);
    expect(await settled()).toEqual(urls.map((url) => ({ url, outcomes: ['BLOCKED_ADDRESS'] })));

    const deliveries = await sql<{ id: string; subscription_id: string }>(
      'SELECT id, subscription_id FROM webhook_deliveries',
    );
    for (const delivery of deliveries) {
      const path = `/webhooks/${delivery.subscription_id}/deliveries/${delivery.id}/redeliver`;
      await service.client().post(path, undefined, 200);
      clock.advance(1_000);
    }
    expect(await settled()).toEqual(urls.map((url) => ({ url, outcomes: Array(2).fill('BLOCKED_ADDRESS') })));
    expect(canary.connections).toBe(0);
  });

  // Must be last: no periodic work runs afterwards. It could open a connection to the database meanwhile.
  it('would have been detected, because the canary counts', async () => {
    await service.app.get(Periodic).stop();
    const connects = new ConnectCounter();
    await fetch(`http://127.0.0.1:${canary.port}/`).catch(() => undefined);
    connects.stop();
    expect([canary.connections, connects.attempts]).toEqual([1, 1]);
  });
});
