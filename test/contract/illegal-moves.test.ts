import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrder, approved, enter, LINES, linesOf, submitted } from '../support/invoices';
import { aDraft, anApproved, aSubmitted, aVendor, PAPER, settings } from '../support/purchase-orders';
import { ONE_FORM } from '../support/sampled';

/** Method, path below the record and body of an action. */
type Move = readonly [method: string, path: string, body?: object];

/** Every action that is invalid in a status returns INVALID_STATUS and changes nothing. */
describe.each(ONE_FORM)('invalid actions in a status, Form %s', (form) => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp();
    await settings(service, { matching_policy: 'two_way' });
    vendorId = (await aVendor(service.client())).id;
  });
  afterAll(() => service.stop());

  const client = () => service.client({ form });

  /**
   * Expects INVALID_STATUS, with the allowed statuses, for every action that is invalid in the status of the record.
   */
  async function refuses(
    path: string,
    moves: Record<string, { move: Move; from: readonly string[] }>,
  ): Promise<number> {
    const before = await client().call('GET', path, 200);
    const { status } = before.body.data;
    let tried = 0;
    for (const [name, { move, from }] of Object.entries(moves)) {
      if (from.includes(status)) continue;
      tried += 1;
      const [method, under, body] = move;
      const { body: refused } = await client().call(method, `${path}${under}`, 422, body);
      expect({ name, ...refused.error }).toEqual({
        name,
        code: 'INVALID_STATUS',
        message: expect.stringContaining(` ${status} `),
        details: { status, allowed_statuses: expect.anything() },
        doc_url: expect.stringMatching(/\/docs\/errors\/INVALID_STATUS$/) as string,
      });
      expect([name, [...refused.error.details.allowed_statuses].sort()]).toEqual([name, [...from].sort()]);
      for (const allowed of from) expect(refused.error.message).toContain(allowed);
    }
    const after = await client().call('GET', path, 200);
    expect(after.body.data).toEqual(before.body.data);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    return tried;
  }

  it('are rejected for purchase orders: six statuses, fifteen actions', async () => {
    const admin = service.client();
    const end = (id: number, action: string) => admin.post(`/purchase-orders/${id}/${action}`, { reason: 'x' }, 200);
    const orders = {
      draft: await aDraft(admin, vendorId),
      pending: await aSubmitted(admin, vendorId),
      approved: await anApproved(admin, vendorId),
      rejected: await aSubmitted(admin, vendorId),
      completed: await anApproved(admin, vendorId),
      cancelled: await aDraft(admin, vendorId),
    };
    await end(orders.rejected.id, 'reject');
    await end(orders.completed.id, 'close');
    await end(orders.cancelled.id, 'cancel');

    const pending = form === 'a' ? 'pending_approval' : 'pending';
    const line = { ...PAPER, [form === 'a' ? 'vat_rate' : 'vat_percentage']: 15 };
    if (form === 'b') Reflect.deleteProperty(line, 'vat_rate');
    let tried = 0;
    for (const { id } of Object.values(orders)) {
      const path = `/purchase-orders/${id}`;
      const item = linesOf(await client().get(path))[0].id;
      const reason = { reason: 'x' };
      tried += await refuses(path, {
        edit: { move: ['PUT', '', {}], from: ['draft'] },
        remove: { move: ['DELETE', ''], from: ['draft'] },
        addLine: { move: ['POST', '/items', line], from: ['draft'] },
        editLine: { move: ['PUT', `/items/${item}`, { quantity: 2 }], from: ['draft'] },
        removeLine: { move: ['DELETE', `/items/${item}`], from: ['draft'] },
        submit: { move: ['POST', '/submit'], from: ['draft'] },
        approve: { move: ['POST', '/approve', {}], from: [pending] },
        reject: { move: ['POST', '/reject', reason], from: [pending] },
        withdraw: { move: ['POST', '/withdraw', {}], from: [pending] },
        revise: { move: ['POST', '/revise'], from: ['rejected'] },
        cancel: { move: ['POST', '/cancel', reason], from: ['draft', pending, 'rejected', 'approved'] },
        close: { move: ['POST', '/close', reason], from: ['approved'] },
        reopen: { move: ['POST', '/reopen', reason], from: ['approved', 'completed'] },
        amend: {
          move: ['POST', '/amendments', { ...reason, items: [{ id: item, quantity: 1 }] }],
          from: ['approved'],
        },
        receive: {
          move: ['POST', '/goods-receipts', { lines: [{ item_id: item, quantity_received: 1 }] }],
          from: ['approved', 'completed'],
        },
      });
    }
    // 90 pairs minus 20 allowed ones.
    expect(tried).toBe(70);
  });

  it('are rejected for invoices: six statuses, eight actions', async () => {
    const admin = service.client();
    const waiting = await submitted(admin, await anOrder(service), [{ quantity: 99 }]);
    const paid = await approved(admin, await anOrder(service));
    const rejected = await enter(admin, await anOrder(service));
    const invoices: Loose[] = [
      await enter(admin, await anOrder(service)),
      waiting,
      await submitted(admin, await anOrder(service)),
      await approved(admin, await anOrder(service)),
      paid,
      rejected,
    ];
    await admin.post(`/invoices/${paid.id}/payments`, { amount: paid.total }, 201);
    await admin.post(`/invoices/${rejected.id}/reject`, { reason: 'x' }, 200);

    const undecided = ['draft', 'submitted', 'pending'];
    let tried = 0;
    for (const { id, line_items } of invoices) {
      const reason = { reason: 'x' };
      tried += await refuses(`/invoices/${id}`, {
        submit: { move: ['POST', '/submit'], from: ['draft'] },
        withdraw: { move: ['POST', '/withdraw'], from: ['submitted', 'pending'] },
        update: { move: ['PUT', '', { [LINES[form]]: [{ id: line_items[0].id, quantity: 1 }] }], from: undecided },
        approve: { move: ['POST', '/approve', {}], from: undecided },
        reject: { move: ['POST', '/reject', reason], from: undecided },
        pay: { move: ['POST', '/payments', { amount: 0.01 }], from: ['approved'] },
        credit: {
          move: ['POST', '/credit-notes', { credit_note_number: `X-${id}`, amount: 0.01, ...reason }],
          from: ['approved', 'paid'],
        },
        void: { move: ['POST', '/void', reason], from: ['approved'] },
      });
    }
    // 48 pairs minus 16 allowed ones.
    expect(tried).toBe(32);
  });

  it('are rejected for budgets: four statuses, each to each', async () => {
    const statuses = ['draft', 'active', 'frozen', 'closed'];
    const leadsTo: Record<string, readonly string[]> = {
      active: ['draft', 'active', 'frozen', 'closed'],
      frozen: ['active', 'frozen'],
      closed: ['draft', 'active', 'frozen', 'closed'],
      draft: ['draft'],
    };
    let tried = 0;
    for (const status of statuses) {
      const departmentId = await aDepartment(service.client(), `${form}-${status}`);
      const { id } = await aBudget(client(), { department_id: departmentId, status });
      for (const to of statuses) {
        if (leadsTo[to]?.includes(status)) continue;
        tried += 1;
        const { body } = await client().call('PUT', `/budgets/${id}`, 422, { status: to });
        expect(body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status } });
        expect((await client().get(`/budgets/${id}`)).status).toBe(status);
      }
    }
    // 16 pairs minus four without a change and seven allowed ones.
    expect(tried).toBe(5);
  });
});
