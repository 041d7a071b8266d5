import { UnitOfWork } from '../../src/platform/database';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { Pruning } from '../../src/integration/webhooks/queue/pruning';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { type Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

const DAY = 86_400;
/** Six retries over about 24 days. */
const DELAYS = [60, 3_600, 3 * DAY, 7 * DAY, 7 * DAY, 7 * DAY];

describe('Retries with delays of days', () => {
  const clock = storyClock();
  let service: Service;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    const env = { WEBHOOK_RETRY_DELAYS: DELAYS.join(',') };
    service = await startApp({ redis: false, clock, trusts: receiver, env });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  const sweep = (): Promise<void> => service.app.get(Sweep).sweep();
  const prune = (): Promise<void> => service.app.get(Pruning).prune();

  /** The delivery in its log, once it has this many attempts. */
  async function afterAttempts(id: number, count: number): Promise<Loose> {
    let found: Loose;
    await eventually(async () => {
      [found] = await service.client().get(`/webhooks/${id}/deliveries`);
      return found?.attempts.length === count;
    });
    return found;
  }

  const wait = (delivery: Loose): number => (Date.parse(delivery.next_attempt_at) - clock.now().getTime()) / 1000;

  it('are sent on time with the bytes of the first attempt, and nothing is pruned before the last', async () => {
    receiver.respond = (_call, response) => response.writeHead(503).end();
    const { id } = await subscribe(service, receiver);
    await emit(service, 1);
    for (const [attempt, base] of DELAYS.entries()) {
      const delivery = await afterAttempts(id, attempt + 1);
      expect(delivery.status).toBe('pending');
      expect(wait(delivery)).toBeGreaterThanOrEqual(base * 0.8);
      expect(wait(delivery)).toBeLessThanOrEqual(base * 1.2);
      clock.advance(wait(delivery) * 1000 - 1_000);
      await prune();
      await sweep();
      expect(receiver.calls).toHaveLength(attempt + 1);
      clock.advance(1_000);
      await sweep();
    }
    expect(await afterAttempts(id, 7)).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(new Set(receiver.calls.map(({ body }) => body.toString())).size).toBe(1);
    expect(receiver.calls.map(({ headers }) => headers['x-service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({ failure_count: 1, is_active: true });

    clock.advance(29 * DAY * 1000);
    await prune();
    expect((await afterAttempts(id, 7)).status).toBe('failed');
    clock.advance(2 * DAY * 1000);
    await prune();
    expect(await service.client().get(`/webhooks/${id}/deliveries`)).toEqual([]);
  });

  it('wait as long as a receiver requests, up to twice the delay of days', async () => {
    receiver.calls.length = 0;
    const asked: Readonly<Record<string, number>> = { 3: 5 * DAY, 4: 90 * DAY };
    receiver.respond = ({ headers }, response) => {
      const seconds = asked[String(headers['x-service-attempt'])];
      response.writeHead(429, seconds === undefined ? {} : { 'Retry-After': String(seconds) }).end();
    };
    const { id } = await subscribe(service, receiver);
    await emit(service, 2);
    for (const attempts of [1, 2]) {
      clock.advance(wait(await afterAttempts(id, attempts)) * 1000);
      await sweep();
    }
    const third = await afterAttempts(id, 3);
    expect(wait(third)).toBeGreaterThanOrEqual(5 * DAY);
    expect(wait(third)).toBeLessThanOrEqual(6 * DAY);
    clock.advance(wait(third) * 1000);
    await sweep();
    expect(wait(await afterAttempts(id, 4))).toBe(14 * DAY);
  });

  it('lease an attempt for seconds only: an attempt of a dead worker is repeated at once', async () => {
    receiver.respond = (_call, response) => response.writeHead(200).end();
    receiver.calls.length = 0;
    const { id } = await subscribe(service, receiver);
    await emit(service, 3);
    const [row] = await service.app.get(UnitOfWork).run(service.tenant.tenant.id, (tx) =>
      tx.query<{ id: number }>(
        `UPDATE webhook_deliveries SET status = 'pending', attempts = 4, round_failures = 3, finished_at = NULL,
                lease_token = gen_random_uuid(), due_at = $3 WHERE tenant_id = $1 AND subscription_id = $2 RETURNING id`,
        [tx.tenantId, id, new Date(clock.now().getTime() + 15_000)],
      ),
    );
    expect(row).toBeDefined();
    clock.advance(15_000);
    await sweep();
    await eventually(async () => {
      const [delivery] = await service.client().get(`/webhooks/${id}/deliveries`);
      return delivery.status === 'succeeded' && delivery.attempts.length > 1;
    });
  });

  it('are described in the served documents', async () => {
    for (const form of ['a', 'b']) {
      const document: Loose = await (await fetch(`${service.address}/openapi/form-${form}.json`)).json();
      const { description, responses } = document.webhooks['invoice.paid'].post;
      const schedule = 'retried 6 times, after about 60 s, 3,600 s (1 hour), 259,200 s (3 days), 604,800 s (7 days)';
      expect(description).toContain(schedule);
      expect(responses['4XX'].description).toContain(schedule);
    }
  });
});
