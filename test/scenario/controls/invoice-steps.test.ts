import { type Service, startApp } from '../../support/app';
import { allAtOnce } from '../../support/at-once';
import type { Client, Loose, Reply } from '../../support/client';
import { anOrder, aNumber, enter as enterFor, LINES, submitted } from '../../support/invoices';
import { aDraft, aVendor, type Colleague, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM, ROUNDS } from '../../support/sampled';

/** Without steps, one approver alone could approve an invoice without an order of any amount. */
describe.each(ONE_FORM)('An invoice without an order and with approval steps, in Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  let departmentId: number;
  let head: Colleague;
  let manager: Colleague;
  let second: Colleague;

  beforeAll(async () => {
    service = await startApp();
    vendorId = (await aVendor(admin())).id;
    departmentId = (await admin().post('/departments', { name: 'Facilities', code: `FAC-${form}` }, 201)).id;
    head = await colleague(service, 'department_head', { departmentId });
    manager = await colleague(service, 'finance_manager');
    second = await colleague(service, 'finance_manager');
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await settings(service, { controls: 'standard', prevent_self_approval: false, require_distinct_approvers: false });
    await admin().put('/approval-workflows/invoices', { rules: RULES }, 200);
  });

  const RULES = [
    {
      when: { without_order: true },
      steps: [
        { name: 'Department', role: 'department_head', min_amount: 50_000 },
        { name: 'Finance', role: 'finance_manager', min_amount: 50_000 },
        { name: 'Board', role: 'admin', min_amount: 1_000_000 },
      ],
    },
  ];
  const admin = (): Client => service.client({ form });
  const as = ({ client }: Colleague): Client => client.through(form);
  const get = (id: number): Promise<Loose> => admin().get(`/invoices/${id}`);
  const approve = (who: Client, id: number, status: number, body: object = {}) =>
    who.call('POST', `/invoices/${id}/approve`, status, body);
  const enter = async (total: number, who: Client = as(manager)): Promise<number> => {
    const lines = [{ description: 'Cooling plant', quantity: 1, unit_price: total, vat_rate: 0 }];
    const body = {
      vendor_id: vendorId,
      department_id: departmentId,
      invoice_number: aNumber(),
      invoice_date: '2026-03-05',
    };
    return (await who.post('/invoices', { ...body, [LINES[form]]: lines }, 201)).id;
  };
  const waiting = async (total: number): Promise<number> => {
    const id = await enter(total);
    await as(manager).post(`/invoices/${id}/submit`, undefined, 200);
    return id;
  };
  const ids = (people: Loose[]): number[] => people.map(({ id }) => id);
  /** Both calls wait for the invoice before either continues. Every other round reverses their order. */
  const race = async (round: number, id: number, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> => {
    const lock = {
      sql: 'SELECT 1 FROM invoices WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
      values: [service.tenant.tenant.id, id],
    };
    if (round % 2 === 0) return allAtOnce(service, lock, calls);
    return (await allAtOnce(service, lock, calls.toReversed())).toReversed();
  };

  it('of 2,300,000 cannot be approved by one finance manager, neither as a draft nor when pending', async () => {
    const id = await enter(2_300_000);
    await approve(as(manager), id, 403);
    expect(await get(id)).toMatchObject({ status: 'draft', approvals: [], current_approval_step: null });

    await as(manager).post(`/invoices/${id}/submit`, undefined, 200);
    await approve(as(manager), id, 403);
    expect(await get(id)).toMatchObject({ status: 'pending', current_approval_step: 1 });
    expect(ids((await get(id)).pending_approvers)).toEqual([head.id]);
  });

  it('of 2,300,000 is approved after approvals by department, finance and board, in this sequence', async () => {
    const id = await waiting(2_300_000);
    const one = (await approve(as(head), id, 200, { comments: 'Installed.' })).body.data;
    expect(one).toMatchObject({ status: 'pending', current_approval_step: 2, approved_at: null });
    expect(ids(one.pending_approvers)).toEqual([manager.id, second.id]);
    await approve(as(head), id, 403);
    await approve(as(second), id, 422, { step: 1 });
    await approve(as(second), id, 200, { step: 2, comments: 'In the plan.' });
    await approve(as(manager), id, 403);
    const done = (await approve(admin(), id, 200)).body.data;
    expect(done).toMatchObject({ status: 'approved', current_approval_step: null, pending_approvers: [] });
    expect(done.approvals).toMatchObject([
      { step: 1, round: 1, approver: head.name, status: 'approved', comments: 'Installed.', override: false },
      { step: 2, round: 1, approver: second.name, status: 'approved', comments: 'In the plan.', override: false },
      { step: 3, round: 1, status: 'approved', override: false },
    ]);
    expect(await get(id)).toMatchObject({ status: 'approved', approvals: done.approvals });
  });

  it('of 2,300,000 retains its documents once a step is approved, and accepts more', async () => {
    const link = (name: string) => ({ name, url: 'https://files.example/papers' });
    const id = await waiting(2_300_000);
    const path = `/invoices/${id}/documents`;
    const attach = async (name: string): Promise<number> =>
      (await as(manager).post(`${path}/links`, link(name), 201)).id;
    const remove = (documentId: number, status: number): Promise<Reply> =>
      admin().call('DELETE', `${path}/${documentId}`, status);
    await remove(await attach('Unread'), 204);
    const offer = await attach('Offer');

    await approve(as(head), id, 200, { step: 1 });
    const { body } = await remove(offer, 422);
    expect(body.error.code).toBe('INVALID_STATUS');
    expect(JSON.stringify(body)).toContain('An approval step was approved with these documents');
    await remove(await attach('Found later'), 422);
    await approve(as(second), id, 200, { step: 2 });
    await remove(offer, 422);

    await as(manager).post(`/invoices/${id}/withdraw`, undefined, 200);
    await remove(offer, 204);
  });

  it('of 2,300,000 has no open step after it is withdrawn', async () => {
    const id = await waiting(2_300_000);
    await approve(as(head), id, 200, { step: 1 });
    await as(manager).post(`/invoices/${id}/withdraw`, undefined, 200);
    expect((await get(id)).approvals.map((each: Loose) => [each.step, each.status])).toEqual([
      [1, 'approved'],
      [2, 'skipped'],
      [3, 'skipped'],
    ]);
  });

  it('gets steps when its amount is raised to 2,300,000 while pending', async () => {
    const id = await waiting(100);
    expect(await get(id)).toMatchObject({ status: 'pending', current_approval_step: 1, approvals: [] });
    const [line] = (await get(id)).line_items;
    await as(manager).put(`/invoices/${id}`, { [LINES[form]]: [{ id: line.id, unit_price: 2_300_000 }] }, 200);
    await approve(as(manager), id, 403);
    expect((await get(id)).approvals.map((each: Loose) => [each.step, each.status])).toEqual([
      [1, 'pending'],
      [2, 'waiting'],
      [3, 'waiting'],
    ]);
  });

  it('starts a new round at the first step when it changes, without the earlier approvals', async () => {
    const id = await waiting(60_000);
    await approve(as(head), id, 200);
    const [line] = (await get(id)).line_items;
    await as(manager).put(`/invoices/${id}`, { [LINES[form]]: [{ id: line.id, unit_price: 2_300_000 }] }, 200);
    await approve(as(second), id, 403);
    expect((await get(id)).approvals.map((each: Loose) => [each.round, each.step, each.status])).toEqual([
      [1, 1, 'approved'],
      [1, 2, 'skipped'],
      [2, 1, 'pending'],
      [2, 2, 'waiting'],
      [2, 3, 'waiting'],
    ]);
    const [entry] = await service.client().get('/audit-log', 200, { entity: `invoice:${id}`, action: 'rematched' });
    expect(entry.changes).toEqual({ current_step: { from: 2, to: 1 } });
  });

  it("retains its steps when the workflow's rules are removed while it is pending", async () => {
    const id = await waiting(2_300_000);
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await approve(as(manager), id, 403);
    expect(await get(id)).toMatchObject({ status: 'pending', current_approval_step: 1 });
  });

  it('below every threshold needs one decision, which stores its comments', async () => {
    const id = await waiting(100);
    expect(ids((await get(id)).pending_approvers)).toEqual(expect.arrayContaining([manager.id, second.id]));
    expect(ids((await get(id)).pending_approvers)).not.toContain(head.id);
    await approve(as(head), id, 403);
    await approve(as(manager), id, 422, { step: 2 });
    await approve(as(manager), id, 200, { step: 1, comments: 'Petty.' });
    expect(await get(id)).toMatchObject({
      status: 'approved',
      current_approval_step: null,
      approvals: [
        { step: 1, round: 1, approver: manager.name, status: 'approved', comments: 'Petty.', override: false },
      ],
    });
  });

  it('cannot be approved at any step by the user who entered it, if self-approval is prevented', async () => {
    await settings(service, { prevent_self_approval: true });
    const id = await waiting(60_000);
    await approve(as(head), id, 200);
    const refused = await approve(as(manager), id, 403);
    expect(refused.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
    expect(ids((await get(id)).pending_approvers)).toEqual([second.id]);
    await approve(as(second), id, 200);
  });

  it('can be rejected only by a current approver, and is then cancelled', async () => {
    const id = await waiting(60_000);
    await as(manager).call('POST', `/invoices/${id}/reject`, 403, { reason: 'No.' });
    await as(head).call('POST', `/invoices/${id}/reject`, 422, { reason: 'No.', step: 2 });
    const rejected = await as(head).post(`/invoices/${id}/reject`, { reason: 'Never ordered.', step: 1 }, 200);
    expect(rejected).toMatchObject({ status: 'cancelled', rejection_reason: 'Never ordered.' });
    expect((await get(id)).approvals).toMatchObject([
      { step: 1, status: 'rejected', approver: head.name, comments: 'Never ordered.' },
      { step: 2, status: 'skipped' },
    ]);
  });

  it('records a step approved with an unassigned admin token as an override', async () => {
    const id = await waiting(60_000);
    await approve(admin(), id, 200);
    expect((await get(id)).approvals[0]).toMatchObject({ step: 1, status: 'approved', override: true });
    expect((await get(id)).status).toBe('pending');
  });

  it('above its order needs an override at its first and at its last step, which both check the match', async () => {
    await settings(service, { matching_policy: 'two_way' });
    const steps = ['department_head', 'procurement_manager', 'finance_manager'].map((role) => ({
      role,
      min_amount: 0,
    }));
    await admin().put('/approval-workflows/invoices', { rules: [{ when: {}, steps }] }, 200);
    const buyer = await colleague(service, 'procurement_manager');
    const order = await anOrder(service, [{}], { department_id: departmentId });
    const { id } = await submitted(as(manager), order, [{ quantity: 12 }]);
    const unmatched = async (who: Client, status: string, step: number | null) => {
      expect((await approve(who, id, 422)).body.error.code).toBe('INVOICE_NOT_MATCHED');
      expect(await get(id)).toMatchObject({ status, match_status: 'mismatch', current_approval_step: step });
    };
    await unmatched(as(head), 'submitted', null);
    const override = { override: true, comments: 'Two more were delivered.' };
    await approve(as(head), id, 403, override);
    await approve(admin(), id, 200, override);
    await approve(as(buyer), id, 200);
    await unmatched(as(second), 'pending', 3);
    expect((await approve(admin(), id, 200, override)).body.data).toMatchObject({
      status: 'approved',
      overridden: true,
    });
    expect((await get(id)).approvals.map((each: Loose) => [each.step, each.override])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });

  it('can be decided by a delegate of the approver if the delegate may approve invoices', async () => {
    const delegate = await colleague(service, 'procurement_officer');
    const requester = await colleague(service, 'requester');
    const days = { from: new Date().toISOString().slice(0, 10), to: '2099-12-31' };
    for (const { id } of [delegate, requester]) {
      await admin().post(`/users/${head.id}/delegations`, { delegate_id: id, ...days }, 201);
    }
    const id = await waiting(60_000);
    expect(ids((await get(id)).pending_approvers)).toEqual([head.id, delegate.id]);
    await approve(as(requester), id, 403);
    await approve(as(delegate), id, 200);
    expect((await get(id)).approvals[0]).toMatchObject({ approver: delegate.name, on_behalf_of: head.name });
    for (const each of await admin().get(`/users/${head.id}/delegations`)) {
      await admin().delete(`/users/${head.id}/delegations/${each.id}`);
    }
  });

  it('needs the department head and a finance manager in a strict tenant without rules', async () => {
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await settings(service, { controls: 'strict' });
    const id = await waiting(100);
    await approve(as(second), id, 403);
    expect((await get(id)).approvals.map((each: Loose) => [each.approver, each.status])).toEqual([
      ['department_head', 'pending'],
      ['finance_manager', 'waiting'],
    ]);
    await approve(as(head), id, 200);
    await approve(as(second), id, 200);
    expect((await get(id)).status).toBe('approved');
  });

  it('needs both in a strict tenant even if it refers to an unapproved order', async () => {
    await admin().put('/approval-workflows/invoices', { rules: [] }, 200);
    await settings(service, { controls: 'strict' });
    const draft = await aDraft(service.client(), vendorId, { department_id: departmentId });
    const { id } = await enterFor(as(manager), { ...draft, vendorId });
    const override = { override: true, comments: 'The order follows' };
    expect((await approve(admin(), id, 200, override)).body.data).toMatchObject({
      status: 'pending',
      current_approval_step: 2,
      approvals: [
        { step: 1, status: 'approved', override: true },
        { step: 2, approver: 'finance_manager' },
      ],
    });
  });

  it('returns 412 when it has changed since the version in If-Match', async () => {
    const id = await waiting(100);
    const read = await admin().call('GET', `/invoices/${id}`, 200);
    const [line] = read.body.data.line_items;
    await as(manager).put(`/invoices/${id}`, { [LINES[form]]: [{ id: line.id, unit_price: 49_000 }] }, 200);
    const options = { headers: { 'if-match': read.headers.get('etag') ?? '' } };
    for (const [verb, body] of [
      ['approve', {}],
      ['reject', { reason: 'No.' }],
    ] as const) {
      await as(second).call('POST', `/invoices/${id}/${verb}`, 412, body, options);
    }
    expect(await get(id)).toMatchObject({ status: 'pending', approvals: [] });
  });

  it('is either approved at its last step or changed when both happen at once', async () => {
    for (const round of ROUNDS) {
      const id = await waiting(60_000);
      await approve(as(head), id, 200);
      const [line] = (await get(id)).line_items;
      const change = JSON.stringify({ [LINES[form]]: [{ id: line.id, unit_price: 2_300_000 }] });
      const calls = [
        () => as(second).raw('POST', `/invoices/${id}/approve`, JSON.stringify({ step: 2 })),
        () => as(manager).raw('PUT', `/invoices/${id}`, change),
      ];
      const [approval, edit] = await race(round, id, calls);
      expect([approval?.status, edit?.status].sort()).toEqual([200, 422]);
      const { status, total, current_approval_step } = await get(id);
      expect([status, total, current_approval_step]).toEqual(
        approval?.status === 200 ? ['approved', 60_000, null] : ['pending', 2_300_000, 1],
      );
    }
  });

  it('accepts one of two simultaneous decisions on a step', async () => {
    for (const round of ROUNDS) {
      const id = await waiting(60_000);
      await approve(as(head), id, 200);
      const path = `/invoices/${id}/approve`;
      const body = JSON.stringify({ step: 2 });
      const calls = [manager, second].map((who) => () => as(who).raw('POST', path, body));
      const replies = await race(round, id, calls);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
      const { status, approvals } = await get(id);
      expect([status, approvals.map((each: Loose) => [each.step, each.status])]).toEqual([
        'approved',
        [
          [1, 'approved'],
          [2, 'approved'],
        ],
      ]);
    }
  });
});
