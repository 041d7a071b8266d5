import Redis from 'ioredis';
import { isSignedBy, WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { DeliveriesQueries } from '../../src/integration/webhooks/log/deliveries.queries';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { startApp, type Service } from '../support/app';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

describe('Separate API and worker processes', () => {
  let api: Service;
  let worker: Service | undefined;
  let receiver: WebhookReceiver;
  let subscriptionId: number;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    api = await startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } });
  });
  afterAll(async () => {
    await worker?.stop();
    await api.stop();
    await receiver.close();
  });
  const checksOf = async ({ address }: Service): Promise<Record<string, string>> => {
    const answer = (await (await fetch(`${address}/health/ready`)).json()) as { checks: Record<string, string> };
    return answer.checks;
  };

  it('retain committed events without a worker and after Redis has lost its data', async () => {
    const { id, secret } = await subscribe(api, receiver);
    subscriptionId = id;
    const events = [];
    for (let vendor = 1; vendor <= 20; vendor += 1) events.push(await emit(api, vendor));
    expect(await checksOf(api)).not.toHaveProperty('webhooks');
    const redis = new Redis(api.environment.REDIS_URL ?? '');
    await eventually(async () => (await redis.dbsize()) > 0);
    await redis.flushdb();
    redis.disconnect();
    expect(receiver.calls).toEqual([]);

    worker = await startApp({ beside: api, env: { PROCESS_ROLE: 'worker' } });
    const calls = await receiver.waitFor(() => true, events.length);
    expect(calls.map(({ headers }) => String(headers['webhook-id'])).sort()).toEqual(
      events.map(({ eventId }) => eventId).sort(),
    );
    expect(calls.every((call) => isSignedBy(call, secret))).toBe(true);
    expect(await checksOf(worker)).toMatchObject({ webhooks: 'ok' });
  });

  it('transfer deliveries without a sweep while both run', async () => {
    await worker?.app.get(Sweep).stop();
    const before = receiver.calls.length;
    const event = await emit(api, 21);
    const [call] = await receiver.waitFor(({ headers }) => headers['webhook-id'] === event.eventId, 1);
    expect(JSON.parse(String(call?.body))).toMatchObject({ id: event.eventId });
    expect(receiver.calls.length).toBe(before + 1);
  });

  it('finish the running attempt when the worker stops', async () => {
    receiver.respond = (_call, response) => void setTimeout(() => response.end('late'), 700);
    const event = await emit(api, 22);
    await receiver.waitFor(({ headers }) => headers['webhook-id'] === event.eventId);
    await worker?.stop();
    worker = undefined;
    const request = { page: 1, perPage: 1, sort: 'created_at', order: 'desc' } as const;
    const queries = api.app.get(DeliveriesQueries);
    const { items } = await queries.list(api.tenant.tenant.id, subscriptionId, request, undefined);
    const [delivery] = items;
    expect(delivery).toMatchObject({
      event_id: event.eventId,
      status: 'succeeded',
      attempts: [{ number: 1, outcome: 'SUCCESS', response: 'late' }],
    });
  });
});
