import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import type { ProvisionedTenant } from '../../src/operations/provisioning';
import { WAITING_IN_BULL } from '../../src/integration/webhooks/domain/limits';
import { queueName } from '../../src/integration/webhooks/queue/bull-queues';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { type Service, startApp } from '../support/app';
import { until } from '../support/until';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

/** Subscriptions of the tenant that exceeds its share, and the number of its events. */
const [SUBSCRIPTIONS, EVENTS] = [28, 4];

/** Parallel attempts of a worker in the prompt lane. One tenant may use half of them. */
const CONCURRENCY = 10;

describe.each([
  ['through Bull', true],
  ['in a single process', false],
])('Fair delivery between tenants %s', (_mode, redis) => {
  let service: Service;
  let quiet: ProvisionedTenant;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ redis, trusts: receiver, env: { WEBHOOK_CONCURRENCY: String(CONCURRENCY) } });
    quiet = await service.newTenant();
    await subscribe(service, receiver, { path: '/quiet', token: quiet.token.token });
    for (let number = 1; number <= SUBSCRIPTIONS; number += 1) {
      await subscribe(service, receiver, { path: `/busy/${number}` });
    }
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });

  it('limits a tenant whose receivers do not respond to half of the slots, so that other tenants use the rest', async () => {
    const held: ServerResponse[] = [];
    let holds = true;
    receiver.respond = (call, response) => {
      if (holds && call.path.startsWith('/busy')) held.push(response);
      else response.end();
    };
    await Promise.all(Array.from({ length: EVENTS }, (_, event) => emit(service, event)));
    await eventually(() => Promise.resolve(held.length === CONCURRENCY / 2));
    const event = await emit(service, 99, { tenantId: quiet.tenant.id });
    await receiver.waitFor(({ headers }) => headers['webhook-id'] === event.eventId);
    expect(held).toHaveLength(CONCURRENCY / 2);
    holds = false;
    for (const response of held) response.end();
    const busy = (): number => receiver.calls.filter(({ path }) => path.startsWith('/busy')).length;
    await eventually(async () => {
      // Deliveries rejected while a subscription had two running attempts may need the sweep.
      await service.app.get(Sweep).sweep();
      return busy() === SUBSCRIPTIONS * EVENTS;
    });
    const received = receiver.calls.map(({ headers, path }) => `${String(headers['webhook-id'])} ${path}`);
    expect(new Set(received).size).toBe(received.length);
  });
});

describe('Jobs waiting in Bull', () => {
  let api: Service;
  let worker: Service | undefined;
  let other: ProvisionedTenant;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    api = await startApp({ trusts: receiver, env: { PROCESS_ROLE: 'api' } });
    other = await api.newTenant();
    for (let number = 1; number <= SUBSCRIPTIONS; number += 1) await subscribe(api, receiver, { path: `/${number}` });
    await subscribe(api, receiver, { path: '/other', token: other.token.token });
  });
  afterAll(async () => {
    await worker?.stop();
    await api.stop();
    await receiver.close();
  });
  afterEach(() => jest.restoreAllMocks());

  let emittedForOther = 0;
  /**
   * Emits events of a tenant until one waits in Bull. An offer is only a hint: if Redis does not respond within a
   * second, the sweep would offer it later, but no sweep runs here.
   * @returns the number of events
   */
  const emitUntilOneWaits = async ({ tenant: { id: tenantId } }: ProvisionedTenant): Promise<number> => {
    let emitted = 0;
    await eventually(async () => {
      emitted += 1;
      await emit(api, 50 + emitted, { tenantId });
      const waits = async (): Promise<boolean> =>
        (await promptQueue().getWaiting()).some(({ id }) => String(id).startsWith(`${tenantId}.`));
      for (let look = 0; look < 40 && !(await waits()); look += 1) await sleep(50);
      return waits();
    });
    return emitted;
  };
  const promptQueue = (): Queue => api.app.get<Queue>(getQueueToken(queueName('prompt')));

  it("never exceed a tenant's share, regardless of its events, and leave places for others", async () => {
    await Promise.all(Array.from({ length: EVENTS }, (_, event) => emit(api, event)));
    emittedForOther = await emitUntilOneWaits(other);
    const mine = (id: unknown): boolean => String(id).startsWith(`${api.tenant.tenant.id}.`);
    // Offers are made after the commit.
    let waiting: unknown[] = [];
    await eventually(async () => {
      waiting = (await promptQueue().getWaiting()).map(({ id }) => id);
      return waiting.filter(mine).length >= WAITING_IN_BULL.prompt;
    });
    expect(waiting.filter(mine)).toHaveLength(WAITING_IN_BULL.prompt);
    const theirs = waiting.filter((id) => !mine(id)).length;
    expect(theirs).toBeGreaterThan(0);
    expect(theirs).toBeLessThanOrEqual(emittedForOther);
    expect(WAITING_IN_BULL.prompt + WAITING_IN_BULL.patient).toBeLessThanOrEqual(50);
  });

  it('are followed by deliveries waiting in PostgreSQL, one for each that ends, without a sweep', async () => {
    jest.spyOn(Sweep.prototype, 'start').mockReturnValue();
    worker = await startApp({ beside: api, env: { PROCESS_ROLE: 'worker' } });
    await receiver.waitFor(() => true, SUBSCRIPTIONS * EVENTS + emittedForOther);
    expect(receiver.calls).toHaveLength(SUBSCRIPTIONS * EVENTS + emittedForOther);
  });

  it('get a place back that a process took before it died without adding its job', async () => {
    await worker?.stop();
    worker = undefined;
    // A tenant without deliveries so far: if one was slow, its subscription would use the other queue.
    const fresh = await api.newTenant();
    await subscribe(api, receiver, { path: '/fresh', token: fresh.token.token });
    const queue = promptQueue();
    const places = queue.toKey(`places:${fresh.tenant.id}`);
    const longAgo = Date.now() - 60_000;
    for (let job = 1; job <= WAITING_IN_BULL.prompt; job += 1) await queue.client.zadd(places, longAgo, `lost.${job}`);
    await emitUntilOneWaits(fresh);
    const taken = async (): Promise<string> => (await queue.client.zrange(places, 0, -1)).sort().join();
    const jobs = async (): Promise<string> => {
      const ids = (await queue.getWaiting()).map(({ id }) => String(id));
      return ids
        .filter((id) => id.startsWith(`${fresh.tenant.id}.`))
        .sort()
        .join();
    };
    // A late offer of an earlier event takes its place before it adds its job.
    const state = async (): Promise<string[]> => [await taken(), await jobs()];
    await until(async () => (await taken()) === (await jobs()), state);
  });
});
