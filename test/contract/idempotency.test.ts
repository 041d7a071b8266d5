import { Client as Postgres } from 'pg';
import { awaitedLater } from '../support/awaited-later';
import { ManualClock } from '../support/manual-clock';
import { ExpiredKeys } from '../../src/platform/http/idempotency/idempotency-records.repository';
import { WebhookReceiver } from '../../tools/receiver/webhook-receiver';
import { Service, startApp, storyClock } from '../support/app';
import type { Client, Reply } from '../support/client';
import { aDraft, aVendor } from '../support/purchase-orders';
import { eventually } from '../support/webhooks/delivering';

describe('Idempotency-Key of a POST or PUT', () => {
  let service: Service;
  let beside: Service;
  /** Waits one second for a key in progress. */
  let impatient: Service;
  let clock: ManualClock;
  let owner: Postgres;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    clock = storyClock();
    receiver = await WebhookReceiver.listen();
    service = await startApp({ clock, trusts: receiver });
    beside = await startApp({ clock, beside: service });
    impatient = await startApp({ clock, beside: service, env: { IDEMPOTENCY_WAIT_MS: '1000' } });
    owner = new Postgres(service.adminUrl);
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await impatient.stop();
    await beside.stop();
    await service.stop();
    await receiver.close();
  });
  // The rate limit is 1,000 requests per minute and token.
  beforeEach(() => clock.advance(60_000));

  let keys = 0;
  const newKey = (): string => `key-${(keys += 1)}`;
  const under = (key: string, headers: object = {}) => ({ headers: { 'idempotency-key': key, ...headers } });
  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await owner.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)).rows[0]?.count);
  const vendorsCalled = (name: string): Promise<number> => count('vendors WHERE name = $1', name);
  const eventsOf = (name: string): Promise<number> =>
    count(`events WHERE name = 'vendor.created' AND body::jsonb->'data'->>'name' = $1`, name);
  const code = (reply: Reply): string => reply.body.error.code;

  describe.each(['a', 'b'] as const)('in Form %s', (form) => {
    let admin: Client;
    beforeAll(() => {
      admin = service.client({ form });
    });

    it('replays the same bytes for a repeated request', async () => {
      const key = newKey();
      const input = { name: `Twice ${form}`, bank_name: 'Bank' };
      const first = await admin.call('POST', '/vendors', 201, input, under(key));
      const again = await admin.call('POST', '/vendors', 201, input, under(key, { 'accept-language': 'ar' }));
      expect(again.text).toBe(first.text);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      for (const name of ['etag', 'content-type', 'content-language']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(Number(again.headers.get('x-ratelimit-remaining'))).toBeLessThan(
        Number(first.headers.get('x-ratelimit-remaining')),
      );
      expect([await vendorsCalled(input.name), await eventsOf(input.name)]).toEqual([1, 1]);
    });

    it('creates one record and one event for fifty concurrent requests to two instances', async () => {
      const key = newKey();
      const input = { name: `Fifty ${form}` };
      const others = beside.client({ form });
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 ? admin : others).call('POST', '/vendors', 201, input, under(key)),
        ),
      );
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
      expect(replies.filter((reply) => reply.headers.get('idempotency-replayed') === 'true')).toHaveLength(49);
      expect([await vendorsCalled(input.name), await eventsOf(input.name)]).toEqual([1, 1]);
    });

    it('rejects the key with another body or path', async () => {
      const key = newKey();
      const input = { name: `Changed ${form}` };
      await admin.call('POST', '/vendors', 201, input, under(key));
      const reused = [
        await admin.call('POST', '/vendors', 422, { ...input, address: '1' }, under(key)),
        await admin.call('POST', '/departments', 422, input, under(key)),
        await admin.call('POST', '/projects', 422, input, under(key)),
        await admin.through(form === 'a' ? 'b' : 'a').call('POST', '/vendors', 422, input, under(key)),
      ];
      expect(reused.map(code)).toEqual(Array(4).fill('IDEMPOTENCY_KEY_REUSED'));
      expect(await vendorsCalled(input.name)).toBe(1);
    });

    it.each([
      ['empty', ''],
      ['a space inside', 'a b'],
      ['256 characters', 'x'.repeat(256)],
      ['a letter outside ASCII', 'clé'],
    ])('rejects a malformed key: %s', async (_what, key) => {
      const reply = await admin.call('POST', '/vendors', 400, { name: 'Malformed' }, under(key));
      expect(reply.body.error).toMatchObject({
        code: 'BAD_REQUEST',
        message: 'The header Idempotency-Key is malformed.',
      });
      expect(await vendorsCalled('Malformed')).toBe(0);
    });

    it('accepts a key of 255 characters', async () => {
      const key = `${form}!~`.padEnd(255, 'x');
      const first = await admin.call('POST', '/vendors', 201, { name: 'Long' }, under(key));
      expect((await admin.call('POST', '/vendors', 201, { name: 'Long' }, under(key))).text).toBe(first.text);
    });

    it('is scoped to one token', async () => {
      const key = newKey();
      const name = `Scoped ${form}`;
      await admin.call('POST', '/vendors', 201, { name }, under(key));
      const colleague = admin.as(await service.mint(['write']));
      await colleague.call('POST', '/vendors', 201, { name, address: '1' }, under(key));
      const stranger = admin.as((await service.newTenant()).token.token);
      await stranger.call('POST', '/vendors', 201, { name, address: '2' }, under(key));
      expect(await vendorsCalled(name)).toBe(3);
    });

    it('is free again after an error that the caller can correct', async () => {
      const key = newKey();
      const name = `Mended ${form}`;
      await admin.call('POST', '/vendors', 422, { name: '' }, under(key));
      await admin.call('POST', '/vendors', 400, undefined, under(key)).catch(() => undefined);
      expect((await admin.raw('POST', '/vendors', '{', under(key))).status).toBe(400);
      await admin.call('POST', '/users/999999/activate', 404, {}, under(key));
      await admin.as(await service.mint(['read'])).call('POST', '/vendors', 403, { name }, under(key));
      await admin.as(undefined).call('POST', '/vendors', 401, { name }, under(key));
      await admin.call('POST', '/vendors', 406, { name }, under(key, { accept: 'image/png' }));
      await admin.call('POST', '/vendors', 415, { name }, under(key, { 'content-type': 'text/plain' }));
      await admin.call('POST', '/vendors', 201, { name }, under(key));
      expect(await vendorsCalled(name)).toBe(1);
    });

    it('stores the error of a business rule and rolls back the writes of the handler', async () => {
      const key = newKey();
      const vendor = await admin.post('/vendors', { name: `Refused ${form}` }, 201);
      const audited = (): Promise<number> =>
        count(`audit_log WHERE entity_type = 'vendor' AND entity_id = $1`, vendor.id);
      const before = await audited();
      const first = await admin.call('POST', `/vendors/${vendor.id}/unblock`, 422, {}, under(key));
      expect(code(first)).toBe('INVALID_STATUS');
      await admin.post(`/vendors/${vendor.id}/block`, { reason: 'late' }, 200);
      const again = await admin.call('POST', `/vendors/${vendor.id}/unblock`, 422, {}, under(key));
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      await admin.post(`/vendors/${vendor.id}/unblock`, {}, 200, under(newKey()));
      expect(await audited()).toBe(before + 2);
    });

    it('applies a PUT that adds lines once and rejects another PUT with the same key', async () => {
      const key = newKey();
      const { id, items } = await aDraft(admin, (await aVendor(admin)).id);
      const lines = [{ id: items[0].id }, { description: 'Toner', quantity: 2, unit_price: 310 }];
      const [change, otherwise] =
        form === 'a' ? [{ items: lines }, { notes: 'By noon' }] : [{ lines }, { description: 'By noon' }];
      const first = await admin.call('PUT', `/purchase-orders/${id}`, 200, change, under(key));
      const again = await admin.call('PUT', `/purchase-orders/${id}`, 200, change, under(key));
      expect(again.text).toBe(first.text);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      const read = await admin.call('GET', `/purchase-orders/${id}`, 200);
      expect(read.headers.get('etag')).toBe('"2"');
      expect(read.body.data.items ?? read.body.data.lines).toHaveLength(2);
      const other = await admin.call('PUT', `/purchase-orders/${id}`, 422, otherwise, under(key));
      expect(code(other)).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    it('replays a secret that is stored encrypted', async () => {
      const key = newKey();
      const input = { name: `Kept ${form}`, abilities: ['read'] };
      const first = await admin.call('POST', '/tokens', 201, input, under(key));
      const again = await admin.call('POST', '/tokens', 201, input, under(key));
      expect(again.text).toBe(first.text);
      const { token } = first.body.data;
      await admin.as(token).get('/me');
      const { rows } = await owner.query<{ all: string }>(
        'SELECT row_to_json(k)::text AS all FROM idempotency_keys k WHERE key = $1',
        [key],
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.all).not.toContain(token);
      expect(rows[0]?.all).not.toContain(token.slice(4, 20));
    });

    it('creates one order with one number in ten concurrent requests', async () => {
      const key = newKey();
      const vendor = await admin.through('a').post('/vendors', { name: 'Numbered' }, 201);
      const line = { description: 'Paper', quantity: 1, unit_price: 10 };
      const input = { vendor_id: vendor.id, [form === 'a' ? 'items' : 'lines']: [line] };
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => admin.call('POST', '/purchase-orders', 201, input, under(key))),
      );
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
      const { id } = replies[0]?.body.data ?? {};
      expect(await count('purchase_orders WHERE vendor_id = $1', vendor.id)).toBe(1);
      expect(await count('purchase_order_items WHERE purchase_order_id = $1', id)).toBe(1);
    });
  });

  it('expires after exactly 24 hours', async () => {
    const admin = service.client();
    const key = newKey();
    const first = await admin.call('POST', '/vendors', 201, { name: 'Day' }, under(key));
    clock.advance(24 * 3_600_000 - 1);
    expect((await admin.call('POST', '/vendors', 201, { name: 'Day' }, under(key))).text).toBe(first.text);
    clock.advance(1);
    const fresh = await admin.call('POST', '/vendors', 201, { name: 'Day' }, under(key));
    expect(fresh.text).not.toBe(first.text);
    expect((await admin.call('POST', '/vendors', 201, { name: 'Day' }, under(key))).text).toBe(fresh.text);
    expect(await vendorsCalled('Day')).toBe(2);
  });

  it('is deleted after it has expired', async () => {
    const pruning = service.app.get(ExpiredKeys);
    await pruning.prune();
    const admin = service.client();
    await admin.call('POST', '/vendors', 201, { name: 'Old' }, under(newKey()));
    clock.advance(3_600_000);
    const young = newKey();
    await admin.call('POST', '/vendors', 201, { name: 'Young' }, under(young));
    clock.advance(23 * 3_600_000);
    expect(await pruning.prune()).toBeGreaterThan(0);
    expect(await pruning.prune()).toBe(0);
    expect((await owner.query<{ key: string }>('SELECT key FROM idempotency_keys')).rows).toEqual([{ key: young }]);
  });

  it('is ignored for other methods and for requests without a token', async () => {
    const admin = service.client();
    const key = newKey();
    await admin.call('GET', '/me', 200, undefined, under(key));
    const { id } = await admin.post('/departments', { name: 'Short-lived', code: 'SHO' }, 201);
    for (const status of [204, 404]) await admin.call('DELETE', `/departments/${id}`, status, undefined, under(key));
    await admin.as(undefined).call('POST', '/invitations/accept', 422, { token: 'x' }, under(key));
    expect(await count('idempotency_keys WHERE key = $1', key)).toBe(0);
  });

  /**
   * Runs `work` while the user's row is locked, so that requests that change the user wait.
   * @param work gets a function that waits for such a request and returns its database process; jobs may wait for others
   */
  async function whileLocked(
    userId: number,
    work: (untilBlocked: () => Promise<number[]>) => Promise<void>,
  ): Promise<void> {
    const locker = new Postgres(service.adminUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN');
      const { rows } = await locker.query<{ pg_backend_pid: number }>(
        'SELECT pg_backend_pid() FROM users WHERE id = $1 FOR UPDATE',
        [userId],
      );
      await work(() => untilBlockedBy(rows[0]?.pg_backend_pid));
    } finally {
      await locker.query('ROLLBACK');
      await locker.end();
    }
  }

  let people = 0;
  const invited = (admin: Client) =>
    admin.post('/users', { name_en: 'In flight', email: `flight${(people += 1)}@example.com`, role: 'viewer' }, 201);
  const blockedBackends = async (locker: number | undefined): Promise<number[]> =>
    (
      await owner.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))`,
        [locker],
      )
    ).rows.map(({ pid }) => pid);
  async function untilBlockedBy(locker: number | undefined): Promise<number[]> {
    for (;;) {
      const pids = await blockedBackends(locker);
      if (pids.length > 0) return pids;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('returns 409 for the same request while the first one runs', async () => {
    const admin = service.client();
    const user = await invited(admin);
    const key = newKey();
    const path = `/users/${user.id}/activate`;
    let first: Promise<Reply> | undefined;
    await whileLocked(user.id, async (untilBlocked) => {
      first = admin.raw('POST', path, '{}', under(key));
      await untilBlocked();
      const others = impatient.client();
      const second = await others.call('POST', path, 409, {}, under(key));
      expect(code(second)).toBe('IDEMPOTENCY_IN_PROGRESS');
      expect(second.headers.get('retry-after')).toBe('1');
      // Twenty waiting requests use no database connection: the pool has only ten.
      const waiting = awaitedLater(Array.from({ length: 20 }, () => others.raw('POST', path, '{}', under(key))));
      await others.get('/vendors');
      await others.call('POST', '/vendors', 201, { name: 'Meanwhile' }, under(newKey()));
      expect((await Promise.all(waiting)).map((reply) => reply.status)).toEqual(Array(20).fill(409));
    });
    const answered = await first;
    expect(answered?.status).toBe(200);
    expect((await admin.call('POST', path, 200, {}, under(key))).text).toBe(answered?.text);
  });

  it('does not block the same key of another token', async () => {
    const admin = impatient.client();
    const other = admin.as((await admin.post('/tokens', { name: 'Other', abilities: ['admin'] }, 201)).token);
    const user = await invited(admin);
    const key = newKey();
    let first: Promise<Reply> | undefined;
    await whileLocked(user.id, async (untilBlocked) => {
      first = awaitedLater(admin.raw('POST', `/users/${user.id}/activate`, '{}', under(key)));
      await untilBlocked();
      await other.call('POST', '/vendors', 201, { name: 'Another token' }, under(key));
    });
    expect((await first)?.status).toBe(200);
  });

  it('allows a retry after the database connection is lost during the request', async () => {
    const admin = service.client();
    const user = await invited(admin);
    const key = newKey();
    const path = `/users/${user.id}/activate`;
    await whileLocked(user.id, async (untilBlocked) => {
      const first = awaitedLater(admin.raw('POST', path, '{}', under(key)));
      for (const pid of await untilBlocked()) await owner.query('SELECT pg_terminate_backend($1)', [pid]);
      expect((await first).status).toBe(503);
    });
    expect(await count('idempotency_keys WHERE key = $1', key)).toBe(0);
    const retried = await admin.call('POST', path, 200, {}, under(key));
    expect(retried.headers.get('idempotency-replayed')).toBeNull();
    expect(
      await count(`audit_log WHERE entity_type = 'user' AND entity_id = $1 AND action = 'activated'`, user.id),
    ).toBe(1);
  });

  describe('for a route that calls a receiver outside a transaction', () => {
    const subscribed = (admin: Client) =>
      admin.post('/webhooks', { name: 'Slow', url: receiver.url(), events: ['vendor.created'] }, 201);

    it('calls the receiver once, without an open transaction', async () => {
      const admin = service.client();
      const { id } = await subscribed(admin);
      const key = newKey();
      const received = receiver.calls.length;
      let answer: (() => void) | undefined;
      receiver.respond = (_call, response) => {
        answer = () => response.end('late');
      };
      const first = awaitedLater(admin.raw('POST', `/webhooks/${id}/test`, '{}', under(key)));
      while (!answer) await new Promise((resolve) => setTimeout(resolve, 20));
      // Other transactions end soon. One that waits for the receiver would not.
      const idle = `pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
      await eventually(async () => (await count(idle)) === 0);
      const second = await impatient.client().call('POST', `/webhooks/${id}/test`, 409, {}, under(key));
      expect(code(second)).toBe('IDEMPOTENCY_IN_PROGRESS');
      answer();
      const answered = await first;
      expect(answered.status).toBe(200);
      const again = await admin.call('POST', `/webhooks/${id}/test`, 200, {}, under(key));
      expect(again.text).toBe(answered.text);
      expect(receiver.calls.length).toBe(received + 1);
    });

    it('replays a failed test, and frees the key of a test that could not start', async () => {
      const admin = service.client();
      const { id } = await subscribed(admin);
      receiver.respond = (_call, response) => response.writeHead(500).end();
      const key = newKey();
      const first = await admin.call('POST', `/webhooks/${id}/test`, 422, {}, under(key));
      receiver.respond = (_call, response) => response.writeHead(200).end();
      const again = await admin.call('POST', `/webhooks/${id}/test`, 422, {}, under(key));
      expect(again.text).toBe(first.text);
      const other = newKey();
      await admin.call('POST', '/webhooks/999999/test', 404, {}, under(other));
      expect(await count('idempotency_keys WHERE key = $1', other)).toBe(0);
    });

    it('runs a retry after the time limit of an unfinished first request', async () => {
      const admin = service.client();
      const { id } = await subscribed(admin);
      const key = newKey();
      await admin.call('POST', `/webhooks/${id}/test`, 200, {}, under(key));
      await owner.query(
        `UPDATE idempotency_keys SET status = NULL, sealed_body = NULL, expires_at = $2 WHERE key = $1`,
        [key, new Date(clock.now().getTime() + 60_000)],
      );
      clock.advance(60_000);
      const retried = await admin.call('POST', `/webhooks/${id}/test`, 200, {}, under(key));
      expect(retried.headers.get('idempotency-replayed')).toBeNull();
    });
  });
});
