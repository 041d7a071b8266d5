import { type Service, startApp, storyClock } from '../support/app';
import { allAtOnce } from '../support/at-once';
import { aBudget, aDepartment } from '../support/budgets';
import type { Client, Loose, Reply } from '../support/client';
import { enter, receive } from '../support/invoices';
import { aDraft, anApproved, aVendor, type Colleague, colleague, settings } from '../support/purchase-orders';
import { ROUNDS } from '../support/sampled';

const PIPES = { description: 'Pipe, 6 m', quantity: 100, unit: 'piece', unit_price: 100, vat_rate: 15 };

/** Two simultaneous requests to an order: only one can succeed, and each round has exactly one valid outcome. */
describe('Controls of orders under concurrency', () => {
  const clock = storyClock();
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let budgetId: number;
  let requester: Colleague;
  let head: Colleague;

  beforeAll(async () => {
    service = await startApp({ clock });
    vendorId = (await aVendor(admin())).id;
    departmentId = await aDepartment(admin(), 'SITE');
    budgetId = (await aBudget(admin(), { department_id: departmentId, allocated_amount: 5_000_000 })).id;
    requester = await colleague(service, 'requester', { departmentId });
    head = await colleague(service, 'department_head', { departmentId });
  });
  // The rounds use many of the plan's requests, however fast they run.
  beforeEach(() => clock.advance(10_000));
  // `stop` verifies the books.
  afterAll(async () => service.stop());

  const admin = () => service.client();
  const committed = async (): Promise<number> => (await admin().get(`/budgets/${budgetId}`)).committed_amount;
  const post = (client: Client, path: string, body: object) => (): Promise<Reply> =>
    client.raw('POST', path, JSON.stringify(body));

  /** Both calls wait for the order before either continues. Every other round reverses their order. */
  const race = async (round: number, id: number, calls: [() => Promise<Reply>, () => Promise<Reply>]) => {
    const sql = 'SELECT 1 FROM purchase_orders WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
    const lock = { sql, values: [service.tenant.tenant.id, id] };
    const [first, second] = calls;
    const ordered = round % 2 ? [second, first] : [first, second];
    const replies = await allAtOnce(service, lock, ordered);
    return (round % 2 ? replies.reverse() : replies) as [Reply, Reply];
  };

  it.each(ROUNDS)('either complete a receipt before the close or reject it after, round %s', async (round) => {
    const before = await committed();
    const order = await anApproved(admin(), vendorId, { department_id: departmentId, items: [PIPES] });
    const path = `/purchase-orders/${order.id}`;
    const lines = [{ item_id: order.items[0].id, quantity_received: 98 }];
    const [closed, received] = await race(round, order.id, [
      post(admin(), `${path}/close`, { reason: 'Enough' }),
      post(admin(), `${path}/goods-receipts`, { lines }),
    ]);
    expect(closed.status).toBe(200);
    expect([201, 422]).toContain(received.status);
    const came = received.status === 201;
    if (!came) expect(received.body.error.code).toBe('INVALID_STATUS');
    expect(await admin().get(path)).toMatchObject({
      status: came ? 'approved' : 'completed',
      items: [came ? { closed_quantity: 2, open_quantity: 98 } : { closed_quantity: 100, open_quantity: 0 }],
    });
    expect((await committed()) - before).toBeCloseTo(came ? 11_270 : 0, 2);
  });

  it.each(ROUNDS)("accept either an amendment's approval or an invoice's, round %s", async (round) => {
    const order = await anApproved(admin(), vendorId, { department_id: departmentId, items: [PIPES] });
    const story = { id: order.id, vendorId, items: order.items };
    const path = `/purchase-orders/${order.id}`;
    await receive(admin(), story, [40]);
    const item = { id: order.items[0].id, quantity: 40, description: 'Pipe, 12 m' };
    const amendment = await admin().post(`${path}/amendments`, { reason: 'Longer ones', items: [item] }, 201);
    await settings(service, { matching_policy: 'two_way' });
    const invoice = await enter(admin(), story, [{ quantity: 100 }]);
    const [amended, billed] = await race(round, order.id, [
      post(admin(), `${path}/amendments/${amendment.id}/approve`, {}),
      post(admin(), `/invoices/${invoice.id}/approve`, {}),
    ]);
    expect([amended.status, billed.status].sort()).toEqual([200, 422]);
    const isAmended = amended.status === 200;
    const refused = isAmended ? billed : amended;
    expect(refused.body.error.code).toBe(isAmended ? 'INVOICE_NOT_MATCHED' : 'INVALID_STATUS');
    expect(await admin().get(path)).toMatchObject({
      version: isAmended ? 2 : 1,
      status: isAmended ? 'approved' : 'completed',
      total_amount: isAmended ? 4600 : 11_500,
    });
    const { status } = await admin().get(`/invoices/${invoice.id}`);
    expect(status).toBe(isAmended ? 'draft' : 'approved');
    await settings(service, { matching_policy: 'auto' });
  });

  it.each(ROUNDS)('approve only the submitted content when an editor interferes, round %s', async (round) => {
    const order = await aDraft(requester.client, vendorId, { department_id: departmentId });
    const path = `/purchase-orders/${order.id}`;
    await requester.client.post(`${path}/submit`, undefined, 200);
    const read = (await head.client.call('GET', path, 200)).headers.get('etag') ?? '';
    const approve = (): Promise<Reply> =>
      head.client.raw('POST', `${path}/approve`, '{}', { headers: { 'if-match': read } });
    const [approved, withdrawn] = await race(round, order.id, [
      approve,
      post(requester.client, `${path}/withdraw`, {}),
    ]);
    const isApproved = approved.status === 200;
    expect([approved.status, withdrawn.status]).toEqual(isApproved ? [200, 422] : [412, 200]);
    const items = [{ id: order.items[0].id, unit_price: 9000 }];
    const edited = await requester.client.raw('PUT', path, JSON.stringify({ items }));
    expect(edited.status).toBe(withdrawn.status);
    // It is pending at step 1 again, with content that the approver has not read.
    if (!isApproved) {
      await requester.client.post(`${path}/submit`, undefined, 200);
      expect((await approve()).status).toBe(412);
    }
    expect(await admin().get(path)).toMatchObject({
      status: isApproved ? 'approved' : 'pending_approval',
      total_amount: isApproved ? 293.25 : 103_500,
      approvals: isApproved ? [{ status: 'approved' }] : [{ status: 'skipped' }, { status: 'pending' }],
    });
  });

  it.each(ROUNDS)(
    'forbid approval to an editor whose change was submitted at the same time, round %s',
    async (round) => {
      await settings(service, { prevent_self_approval: true });
      const order = await aDraft(requester.client, vendorId, { department_id: departmentId });
      const path = `/purchase-orders/${order.id}`;
      const items = [{ id: order.items[0].id, unit_price: 9000 }];
      const [edited, submitted] = await race(round, order.id, [
        () => head.client.raw('PUT', path, JSON.stringify({ items })),
        post(requester.client, `${path}/submit`, {}),
      ]);
      expect(submitted.status).toBe(200);
      const isEdited = edited.status === 200;
      if (!isEdited) expect(edited.body.error.code).toBe('INVALID_STATUS');
      const { status, body }: Loose = await post(head.client, `${path}/approve`, {})();
      expect([status, body.error?.code]).toEqual(isEdited ? [403, 'SELF_APPROVAL_FORBIDDEN'] : [200, undefined]);
      expect((await admin().get(path)).total_amount).toBe(isEdited ? 103_500 : 293.25);
      await settings(service, { prevent_self_approval: false });
    },
  );
});
