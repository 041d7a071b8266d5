import type { ServerResponse } from 'node:http';
import { UnitOfWork } from '../../src/platform/database';
import { isSignedBy, WebhookReceiver, type ReceivedCall } from '../../tools/receiver/webhook-receiver';
import { startApp, type Service } from '../support/app';
import { WebhookSender } from '../../src/integration/webhooks/delivery/sending/webhook-sender';
import { Settlements } from '../../src/integration/webhooks/delivery/settlements';
import { Sweep } from '../../src/integration/webhooks/queue/sweep';
import { DeliveriesQueries } from '../../src/integration/webhooks/log/deliveries.queries';
import { toDeliveryResponse } from '../../src/integration/webhooks/log/present';
import { emit, eventually, subscribe, type Subscribed } from '../support/webhooks/delivering';

type LoggedDelivery = ReturnType<typeof toDeliveryResponse>;

describe.each([
  ['through Bull', true],
  ['in a single process', false],
])('Delivery %s', (_mode, redis) => {
  let service: Service;
  let receiver: WebhookReceiver;
  let paths = 0;

  beforeAll(async () => {
    receiver = await WebhookReceiver.listen();
    service = await startApp({ redis, trusts: receiver, env: { WEBHOOK_RETRY_DELAYS: '0.05,0.05,0.05' } });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.respond = (_call, response) => response.end('ok');
  });

  async function subscribed(): Promise<Subscribed & { calls: () => ReceivedCall[]; path: string }> {
    paths += 1;
    const path = `/p${paths}`;
    return { ...(await subscribe(service, receiver, { path })), path, calls: () => callsTo(path) };
  }
  const callsTo = (path: string): ReceivedCall[] => receiver.calls.filter((call) => call.path === path);

  /** Waits until the log contains this many deliveries, none of them pending. Sweeps meanwhile for due retries. */
  async function settled(id: number, count = 1): Promise<readonly LoggedDelivery[]> {
    const { tenant } = service.tenant;
    const request = { page: 1, perPage: 100, sort: 'created_at', order: 'asc' } as const;
    let log: readonly LoggedDelivery[] = [];
    await eventually(async () => {
      const page = await service.app.get(DeliveriesQueries).list(tenant.id, id, request, undefined);
      log = page.items.map(toDeliveryResponse);
      const isOver = log.length >= count && log.every(({ status }) => status !== 'pending');
      if (!isOver) await service.app.get(Sweep).sweep();
      return isOver;
    });
    return log;
  }
  const outcomes = (log: readonly LoggedDelivery[]): string[][] =>
    log.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
  /** Removes all subscriptions, so that an event of one test calls no receiver of another. */
  const alone = async (): Promise<void> => {
    for (const { id } of await service.client().get('/webhooks')) await service.client().delete(`/webhooks/${id}`, 200);
  };
  beforeEach(alone);

  it('sends a committed event once, signed over its bytes, and never a rolled-back one', async () => {
    const { id, secret, calls } = await subscribed();
    await expect(emit(service, 1, { fails: true })).rejects.toThrow('rolled back');
    const event = await emit(service, 2);
    const log = await settled(id);
    expect(log).toEqual([
      {
        id: expect.any(Number),
        event_id: event.eventId,
        request_id: null,
        event: 'vendor.created',
        status: 'succeeded',
        attempts: [
          {
            number: 1,
            outcome: 'SUCCESS',
            status_code: 200,
            response: 'ok',
            started_at: expect.stringMatching(/Z$/),
            duration_ms: expect.any(Number),
          },
        ],
        next_attempt_at: null,
        created_at: event.createdAt.toISOString(),
        finished_at: expect.stringMatching(/Z$/),
      },
    ]);
    const [call, ...more] = calls();
    expect(more).toEqual([]);
    expect(call && isSignedBy(call, secret)).toBe(true);
    expect(JSON.parse(call?.body.toString() ?? '')).toMatchObject({
      id: event.eventId,
      event: 'vendor.created',
      created_at: event.createdAt.toISOString(),
      tenant_id: service.tenant.tenant.id,
      data: { vendor_id: 2, name: 'شركة النخيل' },
    });
    expect(call?.headers).toMatchObject({
      'x-service-event': 'vendor.created',
      'x-service-delivery': String(log[0]?.id),
      'x-service-attempt': '1',
      'webhook-id': event.eventId,
    });
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      failure_count: 0,
      last_triggered_at: expect.stringMatching(/Z$/),
      last_failed_at: null,
    });
  });

  it('reaches every matching subscription, and none of another tenant', async () => {
    const stranger = await service.newTenant();
    const theirs = await subscribe(service, receiver, { path: '/theirs', token: stranger.token.token });
    const [one, other] = [await subscribed(), await subscribed()];
    const deaf = await subscribe(service, receiver, { path: '/deaf', events: ['invoice.paid'] });
    const event = await emit(service, 3);
    await settled(one.id);
    await settled(other.id);
    for (const { calls } of [one, other]) expect(calls()[0]?.headers['webhook-id']).toBe(event.eventId);
    expect(calls2('/theirs', '/deaf')).toEqual([]);
    expect(await service.client({ token: stranger.token.token }).get(`/webhooks/${theirs.id}/deliveries`)).toEqual([]);
    expect(await service.client().get(`/webhooks/${deaf.id}/deliveries`)).toEqual([]);
  });
  const calls2 = (...names: string[]): ReceivedCall[] => receiver.calls.filter(({ path }) => names.includes(path));

  it('is retried with the same ids and bytes until it succeeds', async () => {
    const { id, secret, calls } = await subscribed();
    const answers = [500, 302, 503, 204];
    receiver.respond = (_call, response) => response.writeHead(answers[calls().length - 1] ?? 500).end();
    await emit(service, 4);
    const log = await settled(id);
    expect(outcomes(log)).toEqual([['HTTP_500', 'HTTP_302', 'HTTP_503', 'SUCCESS']]);
    expect(log[0]?.status).toBe('succeeded');
    const sent = calls();
    expect(sent.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4']);
    expect(new Set(sent.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
    expect(sent.every((call) => isSignedBy(call, secret))).toBe(true);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      failure_count: 0,
      last_failure_reason: 'HTTP_503',
    });
  });

  it('fails after one attempt and three retries, and counts as one failed delivery', async () => {
    const { id, calls } = await subscribed();
    receiver.respond = (_call, response) => response.writeHead(500).end('no');
    await emit(service, 5);
    expect(await settled(id)).toMatchObject([{ status: 'failed' }]);
    expect(calls()).toHaveLength(4);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      failure_count: 1,
      last_failure_reason: 'HTTP_500',
      last_failed_at: expect.stringMatching(/Z$/),
      is_active: true,
    });
    receiver.respond = (_call, response) => response.end();
    await emit(service, 6);
    await settled(id, 2);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({ failure_count: 0 });
  });

  it('stops at once when the receiver returns 410, and cancels pending deliveries', async () => {
    const { id, calls } = await subscribed();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    receiver.respond = (_call, response) => void held.then(() => response.writeHead(410).end());
    for (let vendor = 0; vendor < 6; vendor += 1) await emit(service, vendor);
    await eventually(async () => Promise.resolve(calls().length === 2));
    release();
    const log = await settled(id, 6);
    expect(log.map(({ status }) => status).sort()).toEqual([...Array(4).fill('cancelled'), 'failed', 'failed']);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      is_active: false,
      disabled_reason: 'GONE',
      last_failure_reason: 'HTTP_410',
    });
    await emit(service, 7);
    expect(calls()).toHaveLength(2);
    receiver.respond = (_call, response) => response.end();
    await service.client().put(`/webhooks/${id}`, { is_active: true }, 200);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({ failure_count: 0, disabled_reason: null });
    await emit(service, 8);
    expect((await settled(id, 7)).at(-1)?.status).toBe('succeeded');
  });

  it('neither retries a forbidden address nor connects to it', async () => {
    const { id, calls } = await subscribed();
    await inTenant(
      `UPDATE webhook_subscriptions SET url = 'https://10.255.255.1/' WHERE tenant_id = $1 AND id = $2`,
      id,
    );
    await emit(service, 9);
    expect(outcomes(await settled(id))).toEqual([['BLOCKED_ADDRESS']]);
    expect(calls()).toEqual([]);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({
      failure_count: 1,
      last_failure_reason: 'BLOCKED_ADDRESS',
    });
  });

  it('distinguishes timeouts from network faults', async () => {
    const { id, path } = await subscribed();
    // Only here: on a busy machine the receiver of another test may hold its calls for longer.
    const deadline = jest.replaceProperty(service.app.get(WebhookSender)['options'], 'deadline', 8_000);
    let first = true;
    receiver.respond = (_call, response) => {
      if (first) first = false;
      else response.destroy();
    };
    await emit(service, 10);
    expect(outcomes(await settled(id))).toEqual([['TIMEOUT', 'NETWORK', 'NETWORK', 'NETWORK']]);
    deadline.restore();
    // A reused connection may have been closed earlier, so that attempt is repeated on a new one.
    expect([...new Set(callsTo(path).map(({ headers }) => headers['x-service-attempt']))]).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
    expect(callsTo(path).length).toBeLessThanOrEqual(5);
  });

  it('calls a receiver at most twice at a time, and a hanging receiver delays no other one', async () => {
    const [slow, quick] = [await subscribed(), await subscribed()];
    let [now, most] = [0, 0];
    const held: (() => void)[] = [];
    receiver.respond = (call, response) => {
      if (call.path === quick.path) return void response.end();
      now += 1;
      most = Math.max(most, now);
      held.push(() => {
        now -= 1;
        response.end();
      });
    };
    for (let vendor = 0; vendor < 12; vendor += 1) await emit(service, vendor);
    // All deliveries of the quick receiver end while those of the slow one are still open.
    await settled(quick.id, 12);
    await eventually(() => Promise.resolve(held.length === 2));
    for (let answered = 0; answered < 12; answered += 1) {
      await eventually(() => Promise.resolve(held.length > 0));
      held.shift()?.();
    }
    await settled(slow.id, 12);
    expect(most).toBe(2);
    expect(outcomes(await settled(slow.id, 12))).toEqual(Array(12).fill(['SUCCESS']));
  });

  it('cancels pending deliveries of an inactive or removed subscription', async () => {
    const { id } = await subscribed();
    const held: ServerResponse[] = [];
    receiver.respond = (_call, response) => void held.push(response);
    for (let vendor = 0; vendor < 5; vendor += 1) await emit(service, vendor);
    await service.client().put(`/webhooks/${id}`, { is_active: false }, 200);
    receiver.respond = (_call, response) => response.destroy();
    for (const response of held) response.destroy();
    const log = await settled(id, 5);
    expect(log.filter(({ status }) => status === 'cancelled').length).toBeGreaterThanOrEqual(3);
    await service.client().delete(`/webhooks/${id}`, 200);
    expect(
      await inTenant(
        'SELECT sealed_secret, previous_sealed_secret FROM webhook_subscriptions WHERE tenant_id = $1 AND id = $2',
        id,
      ),
    ).toEqual([{ sealed_secret: '', previous_sealed_secret: null }]);
  });

  it('ignores the result of a worker whose lease has passed to another one', async () => {
    const { id } = await subscribed();
    const record = jest.spyOn(service.app.get(Settlements), 'record');
    receiver.respond = (_call, response) => {
      service.owner
        .query('UPDATE webhook_deliveries SET lease_token = gen_random_uuid() WHERE subscription_id = $1', [id])
        .then(
          () => response.end('ok'),
          () => response.destroy(),
        );
    };
    await emit(service, 13);
    await eventually(() => Promise.resolve(record.mock.results.length > 0));
    await record.mock.results[0]?.value;
    record.mockRestore();
    const { rows } = await service.owner.query('SELECT status FROM webhook_deliveries WHERE subscription_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status: 'pending' }]);
    // The other worker dies; the next one sends it again.
    receiver.respond = (_call, response) => response.end('ok');
    await service.owner.query('UPDATE webhook_deliveries SET due_at = now() WHERE subscription_id = $1', [id]);
    expect(outcomes(await settled(id))).toEqual([['INTERRUPTED', 'SUCCESS']]);
  });

  it('is repeated on request with the same ids, and counts no failure', async () => {
    const { id, calls } = await subscribed();
    receiver.respond = (_call, response) => response.writeHead(500).end();
    const event = await emit(service, 11);
    const [failed] = await settled(id);
    const again = `/webhooks/${id}/deliveries/${failed?.id}/redeliver`;
    expect(await service.client().post(again, undefined, 200)).toMatchObject({ id: failed?.id, status: 'pending' });
    await settled(id);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({ failure_count: 1 });
    receiver.respond = (_call, response) => response.end();
    await service.client().post(again, {}, 200);
    expect(await settled(id)).toMatchObject([{ id: failed?.id, event_id: event.eventId, status: 'succeeded' }]);
    expect(calls().map(({ headers }) => headers['x-service-attempt'])).toEqual(
      Array.from({ length: 9 }, (_, index) => String(index + 1)),
    );
    expect(new Set(calls().map(({ body }) => body.toString())).size).toBe(1);
    expect(await service.client().get(`/webhooks/${id}`)).toMatchObject({ failure_count: 0 });
    const off = await service.client().put(`/webhooks/${id}`, { is_active: false }, 200);
    expect(off.is_active).toBe(false);
    expect(await service.client().post(again, undefined, 422)).toMatchObject({ code: 'INVALID_STATUS' });
  });

  it('is repeated for deliveries of a period and status', async () => {
    const { id, calls } = await subscribed();
    receiver.respond = (call, response) => response.writeHead(call.body.includes('"vendor_id":2,') ? 500 : 200).end();
    const since = new Date(Date.now() - 1_000).toISOString();
    for (const vendor of [1, 2, 3]) await emit(service, vendor);
    await settled(id, 3);
    receiver.respond = (_call, response) => response.end();
    const before = calls().length;
    const bulk = (body: object, status = 200) => service.client().post(`/webhooks/${id}/redeliver`, body, status);
    expect(await bulk({ since })).toEqual({ count: 1 });
    expect((await settled(id, 3)).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
    expect(calls().length).toBe(before + 1);
    expect(await bulk({ since, until: since, status: 'succeeded' }, 422)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await bulk({ since, status: 'succeeded' })).toEqual({ count: 3 });
    await settled(id, 3);
    expect(calls().length).toBe(before + 4);
    expect(await bulk({ since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' })).toEqual({ count: 0 });
    await bulk({}, 422);
    await bulk({ since, status: 'pending' }, 422);
  });

  it('signs with both secrets during a rotation', async () => {
    const { id, secret: older, calls } = await subscribed();
    const { secret: newer } = await service.client().post(`/webhooks/${id}/rotate-secret`, undefined, 200);
    await emit(service, 12);
    await settled(id);
    const [call] = calls();
    expect(call && [isSignedBy(call, newer), isSignedBy(call, older)]).toEqual([true, false]);
    expect(String(call?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  async function inTenant(sql: string, id: number): Promise<unknown[]> {
    const tenantId = service.tenant.tenant.id;
    return service.app.get(UnitOfWork).run(tenantId, (tx) => tx.query(sql, [tenantId, id]));
  }
});
