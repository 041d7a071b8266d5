import type { ServerResponse } from 'node:http';
import type { TenantId } from '../../src/common/records/ids';
import { ENVIRONMENT, type Environment } from '../../src/platform/config';
import { UnitOfWork } from '../../src/platform/database';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { DeliveriesQueries, type DeliveryRecord } from '../../src/integration/webhooks/log/deliveries.queries';
import { Claims, type Claim } from '../../src/integration/webhooks/delivery/claims';
import { Settlements } from '../../src/integration/webhooks/delivery/settlements';
import { leaseMilliseconds } from '../../src/integration/webhooks/domain/limits';
import { QUICK_MILLISECONDS, SLOW_MILLISECONDS } from '../../src/integration/webhooks/domain/outcome';
import { DeliveryWorker } from '../../src/integration/webhooks/queue/delivery-worker';
import { verifyStandard, type StandardHeaders } from '../../docs/verifiers/verify';
import { LocalLanes } from '../../src/integration/webhooks/queue/local-lanes';
import { Pruning } from '../../src/integration/webhooks/queue/pruning';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { type Service, startApp, storyClock } from '../support/app';
import { awaitedLater } from '../support/awaited-later';
import { emit, eventually, subscribe } from '../support/webhooks/delivering';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = storyClock();
let service: Service;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.listen();
  service = await startApp({ redis: false, clock, trusts: receiver });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});
beforeEach(async () => {
  for (const { id } of await service.client().get('/webhooks')) await service.client().delete(`/webhooks/${id}`, 200);
  receiver.calls.length = 0;
});

const tenantId = (): TenantId => service.tenant.tenant.id;
const sql = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  service.app.get(UnitOfWork).run(tenantId(), (tx) => tx.query<Row>(text, [tenantId(), ...values]));
const lease = (): number => leaseMilliseconds(service.app.get<Environment>(ENVIRONMENT).WEBHOOK_TIMEOUT_MS);
const sweep = (): Promise<void> => {
  offering?.mockRestore();
  return service.app.get(Sweep).sweep();
};
const log = async (id: number): Promise<readonly DeliveryRecord[]> =>
  (
    await service.app
      .get(DeliveriesQueries)
      .list(tenantId(), id, { page: 1, perPage: 100, sort: 'created_at', order: 'asc' }, undefined)
  ).items;
const outcomes = (delivery: DeliveryRecord | undefined): string[] =>
  (delivery?.attempts ?? []).map(({ outcome }) => outcome);

/** The only delivery, once it has this many recorded attempts. */
async function afterAttempts(id: number, count: number): Promise<DeliveryRecord> {
  let found: DeliveryRecord | undefined;
  await eventually(async () => {
    [found] = await log(id);
    return outcomes(found).length === count;
  });
  if (!found) throw new Error('there is a delivery');
  return found;
}

const wait = ({ due_at: dueAt }: DeliveryRecord): number => ((dueAt?.getTime() ?? 0) - clock.now().getTime()) / 1000;

/** While it is set, this process offers no delivery. */
let offering: jest.SpyInstance | undefined;
afterEach(() => offering?.mockRestore());

/** Deliveries that no worker and no sweep gets until the test calls {@link sweep} or ends. */
async function waiting(count: number): Promise<{ id: number; refs: Claim['ref'][] }> {
  const lanes = service.app.get(LocalLanes);
  offering = jest.spyOn(lanes, 'offer').mockResolvedValue(true);
  const { id } = await subscribe(service, receiver);
  for (let vendor = 0; vendor < count; vendor += 1) await emit(service, vendor);
  const rows = await log(id);
  return { id, refs: rows.map((row) => ({ tenantId: tenantId(), subscriptionId: id, deliveryId: row.id })) };
}
const claim = async (ref: Claim['ref'] | undefined): Promise<Claim | undefined> => {
  if (!ref) throw new Error('there is a delivery');
  const answer = await service.app.get(Claims).claim(ref, 'patient');
  return answer.kind === 'claimed' ? answer.claim : undefined;
};
/** Records a successful attempt of the claim with this duration. */
const record = (of: Claim | undefined, durationMs = 1): Promise<unknown> => {
  if (!of) throw new Error('it was claimed');
  const attempt = { outcome: 'SUCCESS', statusCode: 200, response: '', startedAt: clock.now(), durationMs };
  return service.app.get(Settlements).record({ claim: of, outcome: { verdict: 'success' }, attempt });
};

describe('The retry schedule', () => {
  it('is 60, 300 and 1,800 seconds with 20 % variation, and nothing is sent early', async () => {
    receiver.respond = (_call, response) => response.writeHead(500).end();
    const { id } = await subscribe(service, receiver);
    await emit(service, 1);
    for (const [attempt, base] of [60, 300, 1800].entries()) {
      const delivery = await afterAttempts(id, attempt + 1);
      expect(wait(delivery)).toBeGreaterThanOrEqual(base * 0.8);
      expect(wait(delivery)).toBeLessThanOrEqual(base * 1.2);
      clock.advance(wait(delivery) * 1000 - 1);
      await sweep();
      expect(receiver.calls).toHaveLength(attempt + 1);
      clock.advance(1);
      await sweep();
    }
    expect(await afterAttempts(id, 4)).toMatchObject({ status: 'failed', due_at: null });
  });

  it("follows a receiver's Retry-After, up to twice the delay", async () => {
    const { id } = await subscribe(service, receiver);
    for (const [asked, least, most] of [
      ['100', 100, 120],
      ['5', 60, 72],
      ['86400', 120, 120],
    ] as const) {
      receiver.respond = (_call, response) => response.writeHead(503, { 'retry-after': asked }).end();
      await emit(service, 2);
      await eventually(async () => outcomes((await log(id)).at(-1)).length === 1);
      const delivery = (await log(id)).at(-1);
      expect(delivery && wait(delivery)).toBeGreaterThanOrEqual(least);
      expect(delivery && wait(delivery)).toBeLessThanOrEqual(most);
      clock.advance(1000);
    }
  });
});

describe('A series of failed deliveries', () => {
  it.each([
    [18, 48, false],
    [19, 23.9, false],
    [19, 24, true],
    [98, 1, false],
    [99, 0, true],
  ])('of %d over %d hours plus one more failure disables the subscription: %j', async (failures, hours, disabled) => {
    const { id } = await subscribe(service, receiver);
    await sql(
      `UPDATE webhook_subscriptions SET url = 'https://10.0.0.1/', failure_count = $3, failing_since = $4
        WHERE tenant_id = $1 AND id = $2`,
      ...[id, failures, new Date(clock.now().getTime() - hours * HOUR)],
    );
    await emit(service, 3);
    await afterAttempts(id, 1);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      is_active: !disabled,
      failure_count: failures + 1,
      disabled_reason: disabled ? 'TOO_MANY_FAILURES' : null,
      last_failure_reason: 'BLOCKED_ADDRESS',
    });
    expect(receiver.calls).toEqual([]);
  });
});

describe('A lease', () => {
  it('is granted to one of many claims', async () => {
    const { refs } = await waiting(1);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(refs[0])));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('is granted twice at a time for a subscription, and again when one ends', async () => {
    const { refs } = await waiting(8);
    const claims = (await Promise.all(refs.map(claim))).filter((each) => each !== undefined);
    expect(claims).toHaveLength(2);
    await record(claims[0]);
    const more = (await Promise.all(refs.map(claim))).filter((each) => each !== undefined);
    expect(more).toHaveLength(1);
  });

  it('leaves one slot to first attempts, regardless of waiting retries', async () => {
    const { id, refs } = await waiting(4);
    await sql(
      'UPDATE webhook_deliveries SET round_failures = 1 WHERE tenant_id = $1 AND subscription_id = $2 AND id <> $3',
      ...[id, refs[3]?.deliveryId],
    );
    const retries = [await claim(refs[0]), await claim(refs[1]), await claim(refs[2])];
    expect(retries.filter(Boolean)).toHaveLength(1);
    expect(await claim(refs[3])).toMatchObject({ ref: refs[3] });
  });

  it('expires, and the interrupted attempt is recorded', async () => {
    receiver.respond = (_call, response) => response.end();
    const { id, refs } = await waiting(1);
    await claim(refs[0]);
    clock.advance(lease() - 1_000);
    await sweep();
    expect(receiver.calls).toEqual([]);
    clock.advance(1_000);
    await sweep();
    const delivery = await afterAttempts(id, 2);
    expect(delivery.status).toBe('succeeded');
    expect(delivery.attempts?.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'INTERRUPTED'],
      [2, 'SUCCESS'],
    ]);
    expect(receiver.calls.map(({ headers }) => headers['x-service-attempt'])).toEqual(['2']);
  });

  it('accepts only the result of its holder, not of a worker that lost it', async () => {
    const { id, refs } = await waiting(1);
    const lost = await claim(refs[0]);
    clock.advance(lease());
    const held = await claim(refs[0]);
    await record(lost);
    expect((await log(id))[0]?.status).toBe('pending');
    await record(held);
    expect((await log(id))[0]).toMatchObject({ status: 'succeeded' });
    expect(outcomes((await log(id))[0])).toEqual(['INTERRUPTED', 'SUCCESS']);
  });

  it('that expires for the fourth time counts as a failed attempt, without an immediate fifth attempt', async () => {
    receiver.respond = (_call, response) => response.end();
    const { id, refs } = await waiting(1);
    for (let death = 1; death <= 4; death += 1) {
      expect((await claim(refs[0]))?.attempt).toBe(death);
      clock.advance(lease());
    }
    await sweep();
    let delivery: DeliveryRecord | undefined;
    await eventually(async () => {
      [delivery] = await log(id);
      // The due date of the fifth lease is its end; the next attempt may be due earlier.
      return delivery !== undefined && wait(delivery) > 0 && wait(delivery) !== lease() / 1000;
    });
    expect(receiver.calls).toEqual([]);
    expect(outcomes(delivery)).toEqual(Array(4).fill('INTERRUPTED'));
    expect(delivery && wait(delivery)).toBeGreaterThanOrEqual(48);
    clock.advance(72_000);
    await sweep();
    expect(outcomes(await afterAttempts(id, 5)).at(-1)).toBe('SUCCESS');
  });

  it('of a delivery with an inactive subscription is not granted', async () => {
    const { id, refs } = await waiting(1);
    await sql('UPDATE webhook_subscriptions SET is_active = false WHERE tenant_id = $1 AND id = $2', id);
    expect(await claim(refs[0])).toBeUndefined();
    expect(await log(id)).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('A successful delivery', () => {
  const stateOf = async (id: number): Promise<unknown> =>
    (
      await sql(
        `SELECT struggling, failure_count, failing_since, last_failed_at FROM webhook_subscriptions
          WHERE tenant_id = $1 AND id = $2`,
        id,
      )
    )[0];
  const calm = { failure_count: 0, failing_since: null, last_failed_at: null };
  const answerOf = async (ref: Claim['ref'] | undefined, lane: 'prompt' | 'patient'): Promise<string> => {
    if (!ref) throw new Error('there is a delivery');
    return (await service.app.get(Claims).claim(ref, lane)).kind;
  };

  it('that is slow sets the subscription aside without counting as a failure, and a quick one brings it back', async () => {
    const { id, refs } = await waiting(5);
    await record(await claim(refs[0]), QUICK_MILLISECONDS);
    expect(await stateOf(id)).toEqual({ ...calm, struggling: false });
    await record(await claim(refs[1]), SLOW_MILLISECONDS);
    expect(await stateOf(id)).toEqual({ ...calm, struggling: true });
    expect(await answerOf(refs[2], 'prompt')).toBe('wrong lane');
    await record(await claim(refs[2]), SLOW_MILLISECONDS - 1);
    expect(await stateOf(id)).toEqual({ ...calm, struggling: true });
    await record(await claim(refs[3]), QUICK_MILLISECONDS);
    expect(await stateOf(id)).toEqual({ ...calm, struggling: false });
    expect(await answerOf(refs[4], 'prompt')).toBe('claimed');
  });

  it('ends a series of failures: their count and their start are cleared', async () => {
    const { id, refs } = await waiting(1);
    await sql(
      `UPDATE webhook_subscriptions SET failure_count = 19, failing_since = $3, struggling = true
        WHERE tenant_id = $1 AND id = $2`,
      ...[id, new Date(clock.now().getTime() - 23 * HOUR)],
    );
    await record(await claim(refs[0]));
    expect(await stateOf(id)).toEqual({ ...calm, struggling: false });
  });
});

describe('A replaced secret', () => {
  it('signs in addition to the new one for exactly 24 hours', async () => {
    receiver.respond = (_call, response) => response.end();
    const { id, secret: older } = await subscribe(service, receiver);
    const { secret: newer } = await service.client().post(`/webhooks/${id}/rotate-secret`, undefined, 200);
    const signaturesOf = async (vendor: number): Promise<string[]> => {
      const { eventId } = await emit(service, vendor);
      const [call] = await receiver.waitFor(({ headers }) => headers['webhook-id'] === eventId);
      if (!call) throw new Error('it was received');
      const seconds = Number(call.headers['webhook-timestamp']);
      return [newer, older].filter((secret) =>
        verifyStandard(call.body, call.headers as unknown as StandardHeaders, secret, seconds),
      );
    };
    clock.advance(DAY - 1);
    expect(await signaturesOf(1)).toEqual([newer, older]);
    clock.advance(1);
    expect(await signaturesOf(2)).toEqual([newer]);
  });
});

it('The sweep keeps the process ready', async () => {
  await sweep();
  const reply = await fetch(`${service.address}/health/ready`);
  expect(await reply.json()).toMatchObject({ status: 'ok', checks: { webhooks: 'ok' } });
  const metrics = await (await fetch(`${service.admin}/metrics`)).text();
  for (const name of [
    'webhook_queue_depth',
    'webhook_oldest_due_seconds',
    'webhook_attempts_total',
    'webhook_event_to_receipt_seconds_bucket',
  ]) {
    expect(metrics).toContain(name);
  }
});

it('The log of deliveries is retained for thirty days', async () => {
  receiver.respond = (_call, response) => response.end();
  const { id } = await subscribe(service, receiver);
  await emit(service, 1);
  await afterAttempts(id, 1);
  const count = async (): Promise<unknown> =>
    sql(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE tenant_id = $1) AS deliveries,
              (SELECT count(*) FROM webhook_attempts WHERE tenant_id = $1) AS attempts,
              (SELECT count(*) FROM webhook_subscriptions WHERE tenant_id = $1) AS subscriptions`,
    );
  await sql('DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND subscription_id <> $2', id);
  await service.client().delete(`/webhooks/${id}`, 200);
  const kept = await subscribe(service, receiver);
  await sql('DELETE FROM webhook_subscriptions WHERE tenant_id = $1 AND id NOT IN ($2, $3)', ...[id, kept.id]);
  clock.advance(30 * DAY - 60_000);
  await emit(service, 2);
  await afterAttempts(kept.id, 1);
  await service.app.get(Pruning).prune();
  expect(await count()).toEqual([{ deliveries: 2, attempts: 2, subscriptions: 2 }]);
  clock.advance(61_000);
  await service.app.get(Pruning).prune();
  expect(await count()).toEqual([{ deliveries: 1, attempts: 1, subscriptions: 1 }]);
});

it('Pruning never deletes a pending delivery or its event, regardless of age', async () => {
  const { id, refs } = await waiting(1);
  clock.advance(31 * DAY);
  await service.app.get(Pruning).prune();
  expect(await log(id)).toMatchObject([{ id: refs[0]?.deliveryId, status: 'pending' }]);
  receiver.respond = (_call, response) => response.end();
  await sweep();
  expect(await afterAttempts(id, 1)).toMatchObject({ status: 'succeeded' });
});

it('A stopping worker waits for running attempts without Redis', async () => {
  const delivery = new Promise<ServerResponse>((resolve) => {
    receiver.respond = (_call, response) => resolve(response);
  });
  const { id } = await subscribe(service, receiver);
  await emit(service, 1);
  const held = await delivery;
  let isOver = false;
  const stopping = awaitedLater(
    service.app
      .get(DeliveryWorker)
      .beforeApplicationShutdown()
      .then(() => (isOver = true)),
  );
  // Takes far longer than a stop without running attempts.
  for (let request = 1; request <= 10; request += 1) await service.client().get('/webhooks');
  expect(isOver).toBe(false);
  held.end('late');
  await stopping;
  expect(await log(id)).toMatchObject([{ status: 'succeeded', attempts: [{ outcome: 'SUCCESS', response: 'late' }] }]);
});
