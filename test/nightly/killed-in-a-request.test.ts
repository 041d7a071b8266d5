import { request } from 'node:http';
import type { ServiceProcess } from '../chaos/support/service-process';
import { type Service, startApp } from '../support/app';
import { type Answer, ask } from '../support/asking';
import { processBeside } from '../support/process-beside';
import { eventually } from '../support/webhooks/delivering';

/**
 * The process that received a POST with a key is killed without a response. The client repeats it on another process.
 */
describe('A service killed during a request', () => {
  let survivor: Service;
  let victim: ServiceProcess;

  beforeAll(async () => {
    survivor = await startApp({ env: { PROCESS_ROLE: 'api' } });
  });
  beforeEach(async () => {
    victim = await processBeside(survivor, { PROCESS_ROLE: 'api' });
  });
  afterEach(() => victim.stop());
  afterAll(() => survivor.stop());

  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await survivor.owner.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)).rows[0]?.count);
  /** Counts of a vendor's orders, their lines, their events, and their audit entries. */
  const written = async (vendorId: number): Promise<readonly number[]> => [
    await count('purchase_orders WHERE vendor_id = $1', vendorId),
    await count(
      'purchase_order_items i JOIN purchase_orders o ON o.id = i.purchase_order_id WHERE o.vendor_id = $1',
      vendorId,
    ),
    await count(
      `events WHERE name = 'purchase_order.created' AND (body::jsonb->'data'->>'vendor_id')::bigint = $1`,
      vendorId,
    ),
    await count(
      `audit_log l JOIN purchase_orders o ON o.id = l.entity_id AND l.entity_type = 'purchase_order' WHERE o.vendor_id = $1`,
      vendorId,
    ),
  ];

  const newVendor = async (name: string): Promise<number> =>
    (await survivor.client().post('/vendors', { name }, 201)).id;
  describe.each([
    ['a', '/v1'],
    ['b', '/api/v1'],
  ] as const)('of Form %s', (form, base) => {
    const order = (vendorId: number) => ({
      vendor_id: vendorId,
      [form === 'a' ? 'items' : 'lines']: [{ description: 'Steel bars', quantity: 10, unit_price: 25.5 }],
    });
    const path = `${base}/purchase-orders`;
    const sending = (vendorId: number, key: string) => ({
      token: survivor.tenant.token.token,
      body: order(vendorId),
      headers: { 'idempotency-key': key },
    });
    const again = (vendorId: number, key: string): Promise<Answer> =>
      ask(survivor.address, 'POST', path, sending(vendorId, key));

    it('writes nothing before its commit, and the retry executes the request', async () => {
      const vendorId = await newVendor(`Before ${form}`);
      const locker = await survivor.owner.connect();
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE purchase_order_items IN ACCESS EXCLUSIVE MODE');
      const received = ask(victim.address, 'POST', path, sending(vendorId, `before-${form}`)).then(
        () => 'an answer',
        () => 'nothing',
      );
      const blocked = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => (await count(blocked)) > 0);
      await victim.kill();
      expect(await received).toBe('nothing');
      await locker.query('ROLLBACK');
      locker.release();
      await eventually(async () => (await count(blocked)) === 0);
      expect(await written(vendorId)).toEqual([0, 0, 0, 0]);
      expect(await count('idempotency_keys WHERE key = $1', `before-${form}`)).toBe(0);

      const retried = await again(vendorId, `before-${form}`);
      expect([retried.status, retried.headers['idempotency-replayed']]).toEqual([201, undefined]);
      expect(await written(vendorId)).toEqual([1, 1, 1, 1]);
    });

    it('saves its response with the commit, and the retry gets that response', async () => {
      const vendorId = await newVendor(`After ${form}`);
      // The client sends the whole request and does not read the response, so the response is lost.
      const { token, body, headers } = sending(vendorId, `after-${form}`);
      const sent = request(victim.address + path, {
        agent: false,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      });
      sent.on('error', () => undefined).on('response', (answer) => answer.pause());
      sent.end(JSON.stringify(body));
      await eventually(async () => (await count('idempotency_keys WHERE key = $1', `after-${form}`)) === 1);
      await victim.kill();
      sent.destroy();
      expect(await written(vendorId)).toEqual([1, 1, 1, 1]);

      const retried = await again(vendorId, `after-${form}`);
      expect([retried.status, retried.headers['idempotency-replayed']]).toEqual([201, 'true']);
      const { rows } = await survivor.owner.query<{ id: string }>(
        'SELECT id FROM purchase_orders WHERE vendor_id = $1',
        [vendorId],
      );
      expect(retried.body.data.id).toBe(Number(rows[0]?.id));
      expect(await written(vendorId)).toEqual([1, 1, 1, 1]);
    });
  });
});
