import { ApprovalPorts } from '../../src/procurement/approvals';
import { PurchaseOrdersQueries } from '../../src/procurement/purchase-orders/queries/purchase-orders.queries';
import { OrderProgressService } from '../../src/procurement/purchase-orders';
import { TimeBudget } from '../../src/platform/tracing/time-budget';
import { WebhookTestService } from '../../src/integration/webhooks/delivery/webhook-test.service';
import { type Service, startApp, storyClock } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { manyOrders } from '../support/many-orders';
import { anApproved, aSubmitted, asOwner, aVendor } from '../support/purchase-orders';

describe('a request that has used up its database time', () => {
  const ORDERS = 1_200;
  let service: Service;
  let vendorId: number;
  /** Remaining milliseconds of the running request. Tests set it instead of waiting. */
  let left: number;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock(), books: false });
    // More than a streamed list reads at a time.
    await manyOrders(service, ORDERS);
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    left = 15_000;
    jest.spyOn(TimeBudget.prototype, 'remaining', 'get').mockImplementation(() => left);
  });
  afterEach(() => jest.restoreAllMocks());

  it('returns the outcome of each decision and replays it for a retry', async () => {
    const orders = [await aSubmitted(service.client(), vendorId), await aSubmitted(service.client(), vendorId)];
    const port = service.app.get(ApprovalPorts, { strict: false }).orders;
    const decide = port.decide.bind(port);
    jest.spyOn(port, 'decide').mockImplementationOnce(async (...decision) => {
      const decided = await decide(...decision);
      left = 0;
      return decided;
    });
    const body = { decisions: orders.map(({ id }) => ({ type: 'purchase_order', id, step: 1, outcome: 'approve' })) };
    const keyed = { headers: { 'idempotency-key': 'slow-decisions' } };
    const first = await service.client().call('POST', '/approvals/decide', 200, body, keyed);
    const outcomes = first.body.data.decisions.map(({ status, error }: Loose) => [status, error?.code]);
    expect(outcomes).toEqual([
      ['done', undefined],
      ['refused', 'SERVICE_UNAVAILABLE'],
    ]);
    left = 15_000;
    const again = await service.client().call('POST', '/approvals/decide', 200, body, keyed);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('gets 503 if it has changed nothing, and its key stays free', async () => {
    const tests = service.app.get(WebhookTestService, { strict: false });
    const test = tests.test.bind(tests);
    jest.spyOn(tests, 'test').mockImplementationOnce((...args) => {
      left = 0;
      return test(...args);
    });
    const keyed = { headers: { 'idempotency-key': 'slow-test' } };
    await service.client().call('POST', '/webhooks/1/test', 503, {}, keyed);
    const kept = await asOwner(service, `SELECT key FROM idempotency_keys WHERE key = 'slow-test'`);
    expect(kept).toEqual([]);
  });

  it('sends the rest of a list that has started', async () => {
    const orders = service.app.get(PurchaseOrdersQueries, { strict: false });
    const all = orders.all.bind(orders);
    jest.spyOn(orders, 'all').mockImplementationOnce(async function* (...asked) {
      for await (const order of all(...asked)) {
        left = 0;
        yield order;
      }
    });
    const options = { query: { search: 'Contract' }, headers: { accept: 'text/csv' } };
    const csv = await service.client().call('GET', '/purchase-orders', 200, undefined, options);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1 + ORDERS);
  });

  it.each(['text/csv', 'application/json'])('gets 503 before a list starts: %s', async (accept) => {
    left = 0;
    const options = { headers: { accept } };
    const { body } = await service.client().call('GET', '/purchase-orders', 503, undefined, options);
    expect(body.error.code).toBe('SERVICE_UNAVAILABLE');
  });

  it('returns the orders carried forward and the number of remaining ones', async () => {
    const admin = service.client();
    const department_id = await aDepartment(admin, 'CARRY');
    const old = await aBudget(admin, { department_id });
    const next = await aBudget(admin, { department_id, fiscal_year: old.fiscal_year + 1 });
    const orders: Loose[] = [];
    for (let order = 1; order <= 3; order += 1) orders.push(await anApproved(admin, vendorId, { department_id }));
    await admin.put(`/budgets/${old.id}`, { status: 'closed' }, 200);

    const progress = service.app.get(OrderProgressService, { strict: false });
    const hold = progress.hold.bind(progress);
    jest.spyOn(progress, 'hold').mockImplementation((...order) => {
      // The first order leaves less time than another one may need. In the second, the time would end.
      left = left === 15_000 ? 4_999 : 0;
      return hold(...order);
    });
    const carry = () => admin.post(`/budgets/${old.id}/carry-forward`, { to_budget_id: next.id }, 200);
    expect(await carry()).toMatchObject({ moved: [{ id: orders[0].id }], left: [], remaining: 2 });
    jest.restoreAllMocks();
    expect(await carry()).toMatchObject({ moved: orders.slice(1).map(({ id }) => ({ id })), left: [], remaining: 0 });
  });
});
