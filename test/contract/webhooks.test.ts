import { randomBytes } from 'node:crypto';
import { type StandardHeaders, verifyStandard } from '../../docs/verifiers/verify';
import { EVENT_NAMES } from '../../src/common/events';
import { isSignedBy, WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { type Service, startApp, storyClock } from '../support/app';
import type { Client } from '../support/client';
import { asOwner } from '../support/purchase-orders';
import { Canary } from '../support/webhooks/connections';
import { forbiddenUrls } from '../support/webhooks/forbidden-urls';

const clock = storyClock();
let service: Service;
let receiver: WebhookReceiver;
let admin: Client;

beforeAll(async () => {
  receiver = await WebhookReceiver.listen();
  service = await startApp({
    redis: false,
    clock,
    trusts: receiver,
    env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' },
  });
  admin = service.client();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const input = (changes: object = {}) => ({
  name: 'ERP',
  url: 'https://hooks.example.com/in',
  events: ['vendor.created'],
  ...changes,
});

describe.each(['a', 'b'] as const)('a webhook subscription, Form %s', (form) => {
  let client: Client;
  beforeAll(() => {
    client = service.client({ form });
  });

  it('is created with a secret that is shown once', async () => {
    const { body } = await client.call('POST', '/webhooks', 201, input({ name: '  ERP  ' }));
    expect(body.data).toEqual({
      id: expect.any(Number),
      name: 'ERP',
      url: 'https://hooks.example.com/in',
      events: ['vendor.created'],
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      is_active: true,
      created_at: clock.now().toISOString(),
    });
    const { id, secret } = body.data;
    const one = await client.call('GET', `/webhooks/${id}`, 200);
    expect(one.body.data).toEqual({
      id,
      name: 'ERP',
      url: 'https://hooks.example.com/in',
      events: ['vendor.created'],
      is_active: true,
      failure_count: 0,
      last_triggered_at: null,
      last_failed_at: null,
      last_failure_reason: null,
      disabled_reason: null,
      created_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
    });
    const list = await client.call('GET', '/webhooks', 200);
    expect(list.body.data.find((each: { id: number }) => each.id === id)).toEqual({
      id,
      name: 'ERP',
      url: 'https://hooks.example.com/in',
      events: ['vendor.created'],
      is_active: true,
      failure_count: 0,
      last_triggered_at: null,
      created_at: clock.now().toISOString(),
    });
    expect(list.body.meta.per_page).toBe(100);
    expect(one.text + list.text).not.toContain(secret);
  });

  it('accepts every event name', async () => {
    const { events } = await client.post('/webhooks', input({ events: EVENT_NAMES }), 201);
    expect(events).toEqual(EVENT_NAMES);
  });

  it('is updated only in the fields of the request', async () => {
    const { id } = await client.post('/webhooks', input(), 201);
    clock.advance(1_000);
    const changed = await client.put(`/webhooks/${id}`, { events: ['invoice.paid'], is_active: false }, 200);
    expect(changed).toEqual({
      id,
      name: 'ERP',
      url: 'https://hooks.example.com/in',
      events: ['invoice.paid'],
      is_active: false,
      updated_at: clock.now().toISOString(),
    });
    expect(await client.put(`/webhooks/${id}`, {}, 200)).toEqual(changed);
  });

  it('returns 404 after its deletion', async () => {
    const { id } = await client.post('/webhooks', input(), 201);
    const { body } = await client.call('DELETE', `/webhooks/${id}`, 200);
    expect(body.data).toBeNull();
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/1/redeliver'],
    ] as const) {
      await client.call(method, `/webhooks/${id}${path}`, 404, method === 'PUT' ? {} : undefined);
    }
  });

  it.each([
    [{ url: 'http://hooks.example.com/' }, 'url', 'Must begin with https://.'],
    [{ url: 'https://user:pw@hooks.example.com/' }, 'url', 'Must not contain a user name or password.'],
    [{ url: 'https://hooks.example.com:22/' }, 'url', 'The port must be 443'],
    [{ url: 'https://hooks.example.com:6379/' }, 'url', 'The port must be 443'],
    [{ url: 'https://10.0.0.1/' }, 'url', 'public addresses only'],
    [{ url: 'https://[::ffff:7f00:1]/' }, 'url', 'public addresses only'],
    [{ url: `https://hooks.example.com/${'a'.repeat(475)}` }, 'url', 'at most 500 characters'],
    [{ url: 'hooks.example.com' }, 'url', 'Must be an absolute https URL.'],
    [{ url: 7 }, 'url', 'Must be a string.'],
    [{ url: '' }, 'url', 'This field is required.'],
    [{ url: undefined }, 'url', 'This field is required.'],
    [{ events: [] }, 'events', 'Must have at least 1 entries.'],
    [{ events: undefined }, 'events', 'This field is required.'],
    [{ events: 'vendor.created' }, 'events', 'Must be an array.'],
    [{ events: ['vendor.vanished'] }, 'events', 'vendor.vanished is not an event. Use any of: purchase_order.created'],
    [
      { events: ['vendor.created', 'po.approved'] },
      'events',
      'po.approved is an older name. Use purchase_order.approved.',
    ],
    [{ events: ['budget.alert'] }, 'events', 'Use budget.threshold_reached.'],
    [{ events: ['po.submitted'] }, 'events', 'Use purchase_order.submitted.'],
    [{ events: ['po.updated'] }, 'events', 'that has no event. Use any of: purchase_order.created'],
    [{ events: ['vendor.created', 'vendor.created'] }, 'events', 'Must not repeat an entry.'],
    [{ secret: 'whsec_mine' }, 'secret', 'generated by the service and cannot be supplied'],
    [{ name: 'n'.repeat(101) }, 'name', 'at most 100 characters'],
    [{ name: undefined }, 'name', 'This field is required.'],
    [{ description: 'x' }, 'description', 'Unknown field.'],
  ])('returns 422 on the field for %j', async (changes, field, message) => {
    const reply = await client.call('POST', '/webhooks', 422, input(changes));
    const messages = form === 'a' ? reply.body.error.details : reply.body.errors;
    expect(reply.body.error.code).toBe('VALIDATION_ERROR');
    expect(messages[field]).toEqual([expect.stringContaining(message)]);
  });

  it('rejects the same values in an update', async () => {
    const { id } = await client.post('/webhooks', input(), 201);
    for (const body of [
      { url: 'https://127.0.0.2/' },
      { events: [] },
      { name: '' },
      { is_active: 'no' },
      { secret: 'x' },
    ]) {
      await client.call('PUT', `/webhooks/${id}`, 422, body);
    }
    expect(await client.get(`/webhooks/${id}`)).toMatchObject({ name: 'ERP', url: 'https://hooks.example.com/in' });
  });

  it('returns 404 for another tenant', async () => {
    const { id } = await client.post('/webhooks', input(), 201);
    const stranger = client.as((await service.newTenant()).token.token);
    await stranger.get(`/webhooks/${id}`, 404);
    await stranger.put(`/webhooks/${id}`, { is_active: false }, 404);
    await stranger.delete(`/webhooks/${id}`, 404);
    await stranger.post(`/webhooks/${id}/test`, undefined, 404);
    expect(await stranger.get('/webhooks')).toEqual([]);
  });

  it('requires the ability of each method', async () => {
    const { id } = await client.post('/webhooks', input(), 201);
    const [reader, writer] = [await service.mint(['read']), await service.mint(['write'])].map((token) =>
      client.as(token),
    );
    await reader!.get(`/webhooks/${id}`);
    await reader!.post('/webhooks', input(), 403);
    await reader!.post(`/webhooks/${id}/test`, undefined, 403);
    await writer!.put(`/webhooks/${id}`, { name: 'Ledger' }, 200);
    await writer!.get('/webhooks', 403);
    await writer!.delete(`/webhooks/${id}`, 403);
    await client.as(await service.mint(['delete'])).delete(`/webhooks/${id}`, 200);
  });
});

it('a webhook secret is stored encrypted', async () => {
  const { id, secret } = await admin.post('/webhooks', input(), 201);
  const rotated = await admin.post(`/webhooks/${id}/rotate-secret`, undefined, 200);
  const stored = JSON.stringify(await asOwner(service, 'SELECT * FROM webhook_subscriptions WHERE id = $1', [id]));
  expect(stored).toContain('sealed_secret');
  for (const shown of [secret, rotated.secret]) {
    const [, base64] = shown.split('_');
    expect(stored).not.toContain(base64);
    expect(stored).not.toContain(Buffer.from(base64, 'base64').toString('hex'));
  }
});

it('a webhook subscription returns 412 for an outdated If-Match', async () => {
  const { id } = await admin.post('/webhooks', input(), 201);
  const { headers } = await admin.call('GET', `/webhooks/${id}`, 200);
  const mine = { headers: { 'if-match': headers.get('etag') ?? '' } };
  await admin.put(`/webhooks/${id}`, { name: 'First' }, 200, mine);
  await admin.put(`/webhooks/${id}`, { name: 'Second' }, 412, mine);
  await admin.delete(`/webhooks/${id}`, 412, mine);
  expect(await admin.get(`/webhooks/${id}`)).toMatchObject({ name: 'First' });
});

it('a tenant can have fifty webhook subscriptions', async () => {
  const client = service.client({ token: (await service.newTenant()).token.token });
  for (let number = 1; number <= 50; number += 1) await client.post('/webhooks', input({ name: `N ${number}` }), 201);
  const { details } = await client.post('/webhooks', input(), 422);
  expect(details.name).toEqual(['A tenant can have at most 50 webhook subscriptions. Delete one first.']);
  const { body } = await client.call('GET', '/webhooks', 200);
  expect([body.data.length, body.meta.total, body.meta.per_page]).toEqual([50, 50, 100]);
  const found = await client.get('/webhooks', 200, { search: 'n 4', sort: 'name', order: 'asc', per_page: 3 });
  expect(found.map(({ name }: { name: string }) => name)).toEqual(['N 4', 'N 40', 'N 41']);
});

it('webhook errors are in Arabic for an Arabic client', async () => {
  const reply = await admin.call('POST', '/webhooks', 422, input({ events: ['po.created'] }), {
    headers: { 'accept-language': 'ar' },
  });
  expect(reply.body.error.details.events).toEqual(['po.created اسم قديم. استخدم purchase_order.created.']);
});

describe('POST /webhooks/:id/test', () => {
  const subscribed = async () => admin.post('/webhooks', input({ url: receiver.url('/test') }), 201);

  it('sends a signed webhook.test at once and returns the receiver’s response', async () => {
    receiver.respond = (_call, response) => response.writeHead(202).end('thank you');
    const { id, secret } = await subscribed();
    expect(await admin.post(`/webhooks/${id}/test`, undefined, 200)).toEqual({
      status_code: 202,
      response: 'thank you',
    });
    const call = receiver.calls.at(-1);
    expect(call && isSignedBy(call, secret)).toBe(true);
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'webhook.test',
      'x-service-delivery': expect.stringMatching(/./),
    });
    expect(JSON.parse(call?.body.toString() ?? '')).toEqual({
      id: call?.headers['webhook-id'],
      event: 'webhook.test',
      created_at: clock.now().toISOString(),
      tenant_id: service.tenant.tenant.id,
      data: { message: 'This is a test.' },
    });
  });

  it('returns at most 4 KiB of the response', async () => {
    receiver.respond = (_call, response) => response.end('x'.repeat(100_000));
    const { id } = await subscribed();
    const { response } = await admin.post(`/webhooks/${id}/test`, undefined, 200);
    expect(response).toBe('x'.repeat(4096));
  });

  it.each([500, 404, 302])('returns 422 if the receiver responds with %d', async (status) => {
    receiver.respond = (_call, response) => response.writeHead(status, { location: receiver.url('/other') }).end('no');
    const { id } = await subscribed();
    expect(await admin.post(`/webhooks/${id}/test`, undefined, 422)).toEqual({
      code: 'WEBHOOK_TEST_FAILED',
      message: `The receiver answered with status ${status} instead of a success status.`,
      details: { status_code: status, response: 'no' },
      doc_url: expect.stringMatching(/\/docs\/errors\/WEBHOOK_TEST_FAILED$/) as string,
    });
    expect(receiver.calls.at(-1)?.path).toBe('/test');
    expect(await admin.get(`/webhooks/${id}`)).toMatchObject({ failure_count: 0, last_triggered_at: null });
  });

  it('returns the same error for every network fault', async () => {
    receiver.respond = () => undefined;
    const untrusted = await WebhookReceiver.listen();
    const closed = await WebhookReceiver.listen(receiver.certificate);
    const urls = [receiver.url(), untrusted.url(), closed.url(), 'https://nowhere.invalid/'];
    await closed.close();
    const impatient = await startApp({ beside: service, clock, env: { WEBHOOK_TIMEOUT_MS: '1000' } });
    const answers = new Set<string>();
    for (const url of urls) {
      const { id } = await admin.post('/webhooks', input({ url }), 201);
      answers.add(JSON.stringify(await impatient.client().post(`/webhooks/${id}/test`, undefined, 422)));
    }
    await impatient.stop();
    expect([...answers].map((answer): unknown => JSON.parse(answer))).toEqual([
      {
        code: 'WEBHOOK_TEST_FAILED',
        message: 'The receiver could not be reached or did not answer in time.',
        doc_url: expect.stringMatching(/\/docs\/errors\/WEBHOOK_TEST_FAILED$/),
      },
    ]);
    expect(untrusted.calls).toEqual([]);
    await untrusted.close();
  });

  it('is limited to ten requests per minute', async () => {
    receiver.respond = (_call, response) => response.end();
    const { id } = await subscribed();
    for (let count = 1; count <= 10; count += 1) {
      await admin.post(`/webhooks/${id}/test`, undefined, 200);
      clock.advance(2_000);
    }
    const refused = await admin.call('POST', `/webhooks/${id}/test`, 429);
    expect(refused.body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringContaining('40 seconds'),
    });
    expect(refused.headers.get('retry-after')).toBe('40');
    clock.advance(40_000);
    await admin.post(`/webhooks/${id}/test`, undefined, 200);
  });

  it('sends one test per Idempotency-Key', async () => {
    receiver.respond = (_call, response) => response.end();
    const { id } = await subscribed();
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    const before = receiver.calls.length;
    await admin.post(`/webhooks/${id}/test`, {}, 200, { headers });
    await admin.post(`/webhooks/${id}/test`, {}, 200, { headers });
    expect(receiver.calls.length).toBe(before + 1);
  });
});

it('a webhook test is signed with the new secret, and for 24 hours also with the previous one', async () => {
  receiver.respond = (_call, response) => response.end();
  const { id, secret: older } = await admin.post('/webhooks', input({ url: receiver.url() }), 201);
  const rotated = await admin.post(`/webhooks/${id}/rotate-secret`, undefined, 200);
  expect(rotated).toEqual({
    id,
    secret: expect.stringMatching(/^whsec_/),
    previous_secret_valid_until: new Date(clock.now().getTime() + 86_400_000).toISOString(),
  });
  expect(rotated.secret).not.toBe(older);
  const signersOfTest = async (): Promise<string[]> => {
    await admin.post(`/webhooks/${id}/test`, undefined, 200);
    const call = receiver.calls.at(-1);
    if (!call) throw new Error('the test was received');
    expect(isSignedBy(call, rotated.secret)).toBe(true);
    const headers = call.headers as unknown as StandardHeaders;
    const seconds = Number(headers['webhook-timestamp']);
    return [rotated.secret, older].filter((secret) => verifyStandard(call.body, headers, secret, seconds));
  };
  expect(await signersOfTest()).toEqual([rotated.secret, older]);
  clock.advance(86_400_000 - 1);
  expect(await signersOfTest()).toEqual([rotated.secret, older]);
  clock.advance(1);
  expect(await signersOfTest()).toEqual([rotated.secret]);
});

it('a forbidden webhook URL causes no connection', async () => {
  const canary = await new Canary().listen();
  const closed = await startApp({ beside: service, clock, env: { WEBHOOK_ALLOW_NETWORKS: '' } });
  const urls = forbiddenUrls(canary.port).filter((url) => !/^https:\/\/[^/]*\.test\b/.test(url));
  for (const url of urls) {
    const { details } = await closed.client().post('/webhooks', input({ url }), 422);
    expect([url, Object.keys(details)]).toEqual([url, ['url']]);
  }
  expect(canary.connections).toBe(0);
  await closed.stop();
  await canary.close();
});
