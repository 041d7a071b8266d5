import { type Service, startApp, storyClock } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import {
  aDraft,
  anApproved,
  aSubmitted,
  aVendor,
  type Colleague,
  colleague,
  settings,
} from '../support/purchase-orders';

/** Warning of every order in this file: there is no budget. */
const UNCOVERED = [{ code: 'NO_BUDGET', message: 'No budget covers this document.' }];

describe.each(['a', 'b'] as const)('approvals, Form %s', (form) => {
  const clock = storyClock();
  let service: Service;
  let vendor: { id: number; name: string };
  let departmentId: number;
  let head: Colleague;
  let requester: Colleague;

  beforeAll(async () => {
    service = await startApp({ clock });
    vendor = await aVendor(service.client());
    departmentId = await aDepartment(service.client(), 'HEAD');
    head = await colleague(service, 'department_head', { departmentId });
    requester = await colleague(service, 'requester', { departmentId });
  });
  afterAll(async () => service.stop());

  const client = () => service.client({ form });
  const as = (who: Colleague) => who.client.through(form);
  const submitted = (fields: object = {}): Promise<Loose> =>
    aSubmitted(requester.client, vendor.id, { department_id: departmentId, ...fields });
  const mine = async (who: Colleague): Promise<Loose[]> =>
    as(who).get('/approvals', 200, { mine: true, per_page: 100 });
  const keys = (list: Loose[]): string[] => list.map(({ type, id }) => `${type} ${id}`);
  const decide = (who: Colleague, decisions: object[]): Promise<Loose> =>
    as(who).post('/approvals/decide', { decisions }, 200);
  const amendment = async (): Promise<Loose> => {
    const order = await anApproved(service.client(), vendor.id, { department_id: departmentId });
    const change = { reason: 'More', items: [{ id: order.items[0].id, quantity: 20 }] };
    const made = await requester.client.post(`/purchase-orders/${order.id}/amendments`, change, 201);
    return { ...made, order };
  };

  it('lists pending approvals with reason, date, amount and requester, oldest first', async () => {
    const order = await submitted();
    clock.advance(60_000);
    const raise = await amendment();
    const list = (await mine(head)).filter(({ id }) => id === order.id || id === raise.id);
    expect(list).toEqual([
      {
        type: 'purchase_order',
        id: order.id,
        purchase_order_id: order.id,
        number: order.po_number,
        step: 1,
        step_name: null,
        why: { reason: 'role', role: 'department_head', on_behalf_of: null },
        since: new Date(clock.now().getTime() - 60_000).toISOString(),
        amount: 293.25,
        currency: 'SAR',
        asked_by: { id: requester.id, name: requester.name },
        department: { id: departmentId, name: 'Department HEAD' },
        vendor: { id: vendor.id, name: vendor.name },
        pending_approvers: [{ id: head.id, name: head.name, role: 'department_head' }],
        warnings: UNCOVERED,
      },
      expect.objectContaining({
        type: 'amendment',
        id: raise.id,
        purchase_order_id: raise.order.id,
        number: `${raise.order.po_number}/1`,
        amount: 586.5,
        since: clock.now().toISOString(),
      }),
    ]);
    expect(await mine(requester)).toEqual([]);
    const [seen] = (await as(requester).get('/approvals', 200, { per_page: 100 })).filter(
      ({ type, id }: Loose) => type === 'purchase_order' && id === order.id,
    );
    expect(seen).toMatchObject({ why: null, pending_approvers: [{ id: head.id }] });
    const [admins] = (await client().get('/approvals', 200, { per_page: 100 })).filter(
      ({ type, id }: Loose) => type === 'purchase_order' && id === order.id,
    );
    expect(admins.why).toEqual({ reason: 'admin', role: 'department_head', on_behalf_of: null });
  });

  it('filters by type and department, with pages and sort order', async () => {
    const other = await aDepartment(service.client(), `N${form}`);
    const first = await submitted({ department_id: other });
    clock.advance(1000);
    const second = await submitted({ department_id: other });
    const found = async (query: Record<string, string | number | boolean>): Promise<string[]> =>
      keys(await client().get('/approvals', 200, { department_id: other, ...query }));
    const [one, two] = [`purchase_order ${first.id}`, `purchase_order ${second.id}`];
    expect(await found({})).toEqual([one, two]);
    expect(await found({ order: 'desc' })).toEqual([two, one]);
    expect(await found({ type: 'amendment' })).toEqual([]);
    // The department has no head, so the step falls to the admin, and the token is the admin's.
    expect(await found({ mine: true, type: 'purchase_order' })).toEqual([one, two]);
    for (const query of [{}, { mine: true }]) {
      const reply = await client().call('GET', '/approvals', 200, undefined, {
        query: { department_id: other, per_page: 1, page: 2, ...query },
      });
      expect(keys(reply.body.data)).toEqual([two]);
      expect(reply.body.meta).toMatchObject({ total: 2, last_page: 2, current_page: 2 });
      expect(reply.body.data[0].why.reason).toBe('fallback');
    }
    await client().call('GET', '/approvals', 400, undefined, { query: { type: 'vendor' } });
    await client().call('GET', '/approvals', 400, undefined, { query: { mine: 'perhaps' } });
  });

  it('shows the delegator and hides approvals of other tenants', async () => {
    const order = await submitted();
    const deputy = await colleague(service, 'requester');
    const today = clock.today();
    await service
      .client()
      .post(`/users/${head.id}/delegations`, { delegate_id: deputy.id, from: today, to: today }, 201);
    const [found] = (await mine(deputy)).filter(({ id }) => id === order.id);
    expect(found.why).toEqual({
      reason: 'delegation',
      role: 'department_head',
      on_behalf_of: { id: head.id, name: head.name },
    });
    const stranger = service.client({ form, token: (await service.newTenant()).token.token });
    expect(await stranger.get('/approvals')).toEqual([]);
    const writer = service.client({ form, token: await service.mint(['write']) });
    await writer.call('GET', '/approvals', 403);
  });

  it('decides several approvals in order, each independently', async () => {
    const [first, second, third] = [await submitted(), await submitted(), await submitted()];
    const raise = await amendment();
    const { decisions } = await decide(head, [
      { type: 'purchase_order', id: first.id, step: 1, outcome: 'approve', comments: 'Fine' },
      { type: 'purchase_order', id: second.id, step: 2, outcome: 'approve' },
      { type: 'purchase_order', id: 999_999, outcome: 'approve' },
      { type: 'amendment', id: raise.id, step: 1, outcome: 'reject', comments: 'Too many' },
      { type: 'purchase_order', id: third.id, outcome: 'reject', comments: 'No need' },
      { type: 'purchase_order', id: first.id, step: 1, outcome: 'approve' },
    ]);
    expect(decisions).toEqual([
      { type: 'purchase_order', id: first.id, status: 'done', current_approval_step: null, warnings: UNCOVERED },
      {
        type: 'purchase_order',
        id: second.id,
        status: 'refused',
        error: { code: 'INVALID_STATUS', message: expect.any(String), details: expect.any(Object) },
      },
      {
        type: 'purchase_order',
        id: 999_999,
        status: 'refused',
        error: { code: 'NOT_FOUND', message: expect.any(String) },
      },
      { type: 'amendment', id: raise.id, status: 'done', current_approval_step: null, warnings: UNCOVERED },
      { type: 'purchase_order', id: third.id, status: 'done', current_approval_step: null, warnings: UNCOVERED },
      {
        type: 'purchase_order',
        id: first.id,
        status: 'refused',
        error: expect.objectContaining({
          code: 'INVALID_STATUS',
          details: { status: 'approved', allowed_statuses: [form === 'a' ? 'pending_approval' : 'pending'] },
        }),
      },
    ]);
    const status = async (id: number) => (await service.client().get(`/purchase-orders/${id}`)).status;
    expect([await status(first.id), await status(second.id), await status(third.id)]).toEqual([
      'approved',
      'pending_approval',
      'rejected',
    ]);
    const order = await service.client().get(`/purchase-orders/${first.id}`);
    expect(order.approvals.at(-1)).toMatchObject({ approver: head.name, comments: 'Fine', status: 'approved' });
    expect(await service.client().get(`/purchase-orders/${raise.order.id}/amendments/${raise.id}`)).toMatchObject({
      status: 'rejected',
      decision_reason: 'Too many',
    });
  });

  it('lists and decides invoices, with and without steps', async () => {
    await settings(service, { invoices_without_po: 'allow' });
    const officer = await colleague(service, 'finance_officer');
    const bill = async (number: string): Promise<Loose> => {
      const line = { description: 'Taxi', quantity: 1, unit_price: 60, vat_rate: 15 };
      const body = {
        vendor_id: vendor.id,
        department_id: departmentId,
        invoice_date: '2026-03-01',
        line_items: [line],
      };
      const invoice = await service.client().post('/invoices', { ...body, invoice_number: `${form}-${number}` }, 201);
      await service.client().post(`/invoices/${invoice.id}/submit`, undefined, 200);
      return invoice;
    };
    const alone = await bill('alone');
    const steps = [{ role: 'finance_officer', min_amount: 0, mode: 'any', name: 'Finance' }];
    await service.client().put('/approval-workflows/invoices', { rules: [{ when: {}, steps }] }, 200);
    const stepped = await bill('steps');
    await service.client().put('/approval-workflows/invoices', { rules: [] }, 200);
    const list = (await mine(officer)).filter(({ type }) => type === 'invoice');
    expect(list).toEqual([
      expect.objectContaining({
        id: alone.id,
        number: alone.invoice_number,
        purchase_order_id: null,
        step: 1,
        step_name: null,
        why: { reason: 'role', role: null, on_behalf_of: null },
        amount: 69,
        department: { id: departmentId, name: 'Department HEAD' },
      }),
      expect.objectContaining({
        id: stepped.id,
        step: 1,
        step_name: 'Finance',
        why: { reason: 'role', role: 'finance_officer', on_behalf_of: null },
      }),
    ]);
    const { decisions } = await decide(officer, [
      { type: 'invoice', id: stepped.id, step: 1, outcome: 'approve', comments: 'Seen' },
      { type: 'invoice', id: alone.id, step: 1, outcome: 'reject', comments: 'Twice' },
      { type: 'invoice', id: alone.id, outcome: 'approve' },
    ]);
    expect(decisions).toMatchObject([
      { id: stepped.id, status: 'done', current_approval_step: null },
      { id: alone.id, status: 'done', current_approval_step: null },
      { id: alone.id, status: 'refused', error: { code: 'INVALID_STATUS' } },
    ]);
    expect((await service.client().get(`/invoices/${stepped.id}`)).status).toBe('approved');
    expect((await service.client().get(`/invoices/${alone.id}`)).status).toBe('cancelled');
    const requesters = await decide(requester, [{ type: 'invoice', id: (await bill('other')).id, outcome: 'approve' }]);
    expect(requesters.decisions[0].error.code).toBe('ROLE_NOT_PERMITTED');
  });

  it('rejects a decision by a user who is no approver, above the budget or by the requester, and no other', async () => {
    const poor = await aDepartment(service.client(), `P${form}`);
    const chief = await colleague(service, 'department_head', { departmentId: poor });
    await aBudget(service.client(), { department_id: poor, allocated_amount: 300 });
    const [one, two] = [await submitted({ department_id: poor }), await submitted({ department_id: poor })];
    const both = [one, two].map(({ id }) => ({ type: 'purchase_order', id, step: 1, outcome: 'approve' }));
    const strangers = await decide(requester, both);
    expect(strangers.decisions.map(({ error }: Loose) => error.code)).toEqual([
      'NOT_CURRENT_APPROVER',
      'NOT_CURRENT_APPROVER',
    ]);
    const { decisions } = await decide(chief, both);
    expect(decisions.map(({ status, error }: Loose) => [status, error?.code])).toEqual([
      ['done', undefined],
      ['refused', 'BUDGET_EXCEEDED'],
    ]);
    expect(decisions[1].error.details).toMatchObject({ shortfall: 286.5 });

    await settings(service, { prevent_self_approval: true });
    try {
      const own = await aDraft(chief.client, vendor.id, {
        department_id: poor,
        items: [{ description: 'Pen', quantity: 1, unit_price: 1 }],
      });
      await chief.client.post(`/purchase-orders/${own.id}/submit`, undefined, 200);
      const self = await decide(chief, [{ type: 'purchase_order', id: own.id, outcome: 'approve' }]);
      expect(self.decisions[0].error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(keys(await mine(chief))).not.toContain(`purchase_order ${own.id}`);
    } finally {
      await settings(service, { prevent_self_approval: false });
    }
  });

  it.each([
    ['an empty body', {}, ['decisions']],
    ['an empty list', { decisions: [] }, ['decisions']],
    [
      'a rejection without a reason',
      { decisions: [{ type: 'purchase_order', id: 1, outcome: 'reject' }] },
      ['decisions.0.comments'],
    ],
    [
      'an unknown outcome',
      { decisions: [{ type: 'purchase_order', id: 1, outcome: 'maybe' }] },
      ['decisions.0.outcome'],
    ],
    ['an unknown type', { decisions: [{ type: 'vendor', id: 1, outcome: 'approve' }] }, ['decisions.0.type']],
    [
      'an unknown field',
      { decisions: [{ type: 'amendment', id: 1, outcome: 'approve', override_budget: true }] },
      ['decisions.0.override_budget'],
    ],
    [
      'too many decisions',
      { decisions: Array.from({ length: 101 }, () => ({ type: 'purchase_order', id: 1, outcome: 'approve' })) },
      ['decisions'],
    ],
  ])('returns 422 for %s and decides nothing', async (_, body, fields) => {
    const { body: answer } = await client().call('POST', '/approvals/decide', 422, body);
    expect(Object.keys(form === 'a' ? answer.error.details : answer.errors)).toEqual(fields);
  });

  it('returns 403 without the ability approve', async () => {
    const writer = service.client({ form, token: await service.mint(['read', 'write']) });
    await writer.call('POST', '/approvals/decide', 403, { decisions: [] });
  });

  it('replays the outcomes for a repeated Idempotency-Key', async () => {
    const order = await submitted();
    const body = { decisions: [{ type: 'purchase_order', id: order.id, step: 1, outcome: 'approve' }] };
    const options = { headers: { 'idempotency-key': `decide-${form}` } };
    const first = await as(head).call('POST', '/approvals/decide', 200, body, options);
    const again = await as(head).call('POST', '/approvals/decide', 200, body, options);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
    expect(first.body.data.decisions[0]).toMatchObject({ id: order.id, status: 'done' });
  });
});
