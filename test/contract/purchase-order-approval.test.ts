import { isCurrency } from '../../src/common/money';
import { Service, startApp, storyClock } from '../support/app';
import type { Loose } from '../support/client';
import {
  aDraft,
  anApproved,
  approveAll,
  aSubmitted,
  asOwner,
  aVendor,
  Colleague,
  colleague,
  settings,
} from '../support/purchase-orders';
import { FORMS } from '../support/sampled';

const WORKFLOW = '/approval-workflows/purchase-orders';

describe('approval of purchase orders', () => {
  let service: Service;
  let vendorId: number;
  let headed: number;
  let officer: Colleague;
  let officer2: Colleague;
  let finance: Colleague;
  let head: Colleague;
  const clock = storyClock();

  beforeAll(async () => {
    service = await startApp({ clock });
    vendorId = (await aVendor(admin())).id;
    officer = await colleague(service, 'procurement_officer');
    officer2 = await colleague(service, 'procurement_officer');
    finance = await colleague(service, 'finance_manager');
    head = await colleague(service, 'viewer');
    const [department] = await asOwner<{ id: string }>(
      service,
      `INSERT INTO departments (tenant_id, name, code, head_user_id, created_at, updated_at)
       VALUES ($1, 'IT', 'IT', $2, now(), now()) RETURNING id`,
      [service.tenant.tenant.id, head.id],
    );
    headed = Number(department?.id);
  });
  afterAll(async () => service.stop());
  beforeEach(async () => {
    await settings(service, { prevent_self_approval: false, require_distinct_approvers: false });
    await route([{ steps: [{ role: 'department_head' }] }]);
  });

  const admin = () => service.client();
  const route = (rules: object[]) => admin().put(WORKFLOW, { rules }, 200);
  const get = (id: number) => admin().get(`/purchase-orders/${id}`);
  const approve = (who: Colleague, id: number, status = 200, body: object = {}) =>
    who.client.post(`/purchase-orders/${id}/approve`, body, status);
  const waiting = async (fields: object = {}): Promise<Loose> => {
    const { id } = await aSubmitted(admin(), vendorId, fields);
    return get(id);
  };
  const ids = (order: { pending_approvers: { id: number }[] }) => order.pending_approvers.map(({ id }) => id);
  const rows = (order: { approvals: { step: number; approver: string; status: string }[] }) =>
    order.approvals.map(({ step, approver, status }) => [step, approver, status]);

  describe.each(FORMS)('in Form %s', (form) => {
    const client = () => service.client({ form });

    it('accepts a workflow of the maximum size and rejects one more amount', async () => {
      const currencies = Intl.supportedValuesOf('currency').filter(isCurrency).slice(0, 50);
      // Three rules of 20 steps with 49 amounts each: 3,000 steps and amounts.
      const least = currencies.slice(0, 49).map((currency) => ({ currency, amount: 1 }));
      const steps: object[] = Array.from({ length: 20 }, () => ({ role: 'viewer', min_amounts: least }));
      const rules = ['CAPEX', 'OPEX', undefined].map((expense_type) => ({ when: { expense_type }, steps }));
      expect((await client().put(WORKFLOW, { rules }, 200)).rules).toHaveLength(3);
      const more = { role: 'viewer', min_amounts: [...least, { currency: currencies[49], amount: 1 }] };
      const larger = [...rules.slice(0, 2), { steps: [...steps.slice(0, 19), more] }];
      const { body } = await client().call('PUT', WORKFLOW, 422, { rules: larger });
      const said = 'Must have at most 3000 steps, users and amounts in total.';
      expect(form === 'a' ? body.error.details : body.errors).toEqual({ rules: [said] });
    });

    it('approves a draft with the default workflow', async () => {
      const draft = await aDraft(admin(), vendorId, { department_id: headed });
      const path = `/purchase-orders/${draft.id}`;
      const submitted = await client().post(`${path}/submit`, {}, 200);
      expect(submitted).toMatchObject({
        id: draft.id,
        status: form === 'a' ? 'pending_approval' : 'pending',
        current_approval_step: 1,
        pending_approvers: [{ id: head.id, name: head.name, role: 'viewer' }],
        warnings: [{ code: 'NO_BUDGET' }],
      });
      const approved = await head.client.through(form).post(`${path}/approve`, { comments: 'Fine' }, 200);
      expect(approved).toMatchObject({
        status: 'approved',
        current_approval_step: null,
        pending_approvers: [],
        approvals: [{ step: 1, approver: head.name, status: 'approved', comments: 'Fine', override: false }],
      });
      expect(approved.approved_at).toBe(clock.now().toISOString());
      if (form === 'b') expect(approved.approval_status).toBe('approved');
    });

    it('rejects with a reason, revises, and approves in another round', async () => {
      const { id } = await waiting({ department_id: headed });
      const path = `/purchase-orders/${id}`;
      await head.client.through(form).post(`${path}/reject`, {}, 422);
      const rejected = await head.client.through(form).post(`${path}/reject`, { reason: 'Too dear' }, 200);
      expect(rejected).toMatchObject({
        status: 'rejected',
        rejection_reason: 'Too dear',
        rejected_at: clock.now().toISOString(),
        approvals: [{ step: 1, status: 'rejected', comments: 'Too dear', approved_at: null }],
      });
      await client().post(`${path}/submit`, {}, 422);
      const revised = await client().post(`${path}/revise`, {}, 200);
      expect(revised).toMatchObject({ status: 'draft', rejection_reason: null, approvals: [{ status: 'rejected' }] });
      const refusal = await client().call('DELETE', path, 422);
      expect(refusal.text).toContain('Cancel it instead');
      await client().post(`${path}/submit`, {}, 200);
      const approved = await head.client.through(form).post(`${path}/approve`, {}, 200);
      expect(approved.approvals.map((row: Loose) => [row.round, row.status])).toEqual([
        [1, 'rejected'],
        [2, 'approved'],
      ]);
      expect(approved.audit_trail.map((entry: Loose) => entry.action)).toEqual([
        'created',
        'submitted',
        'rejected',
        'revised',
        'submitted',
        'approved',
      ]);
    });

    it('cancels with a reason and retains the approval status', async () => {
      const { id } = await waiting({ department_id: headed });
      const cancelled = await client().post(`/purchase-orders/${id}/cancel`, { reason: 'Not needed' }, 200);
      expect(cancelled).toMatchObject({
        status: 'cancelled',
        cancellation_reason: 'Not needed',
        cancelled_at: clock.now().toISOString(),
        approvals: [{ step: 1, status: 'skipped', approver: 'department_head' }],
        pending_approvers: [],
        current_approval_step: null,
      });
      if (form === 'b') expect(cancelled.approval_status).toBe('pending');
      const again = await client().call('POST', `/purchase-orders/${id}/cancel`, 422, { reason: 'Again' });
      expect(again.body.error).toMatchObject({ code: 'INVALID_STATUS', details: { status: 'cancelled' } });
    });

    it('closes an approved order before everything is delivered', async () => {
      const order = await anApproved(admin(), vendorId);
      await client().post(`/purchase-orders/${order.id}/close`, {}, 422);
      const closed = await client().post(
        `/purchase-orders/${order.id}/close`,
        { reason: 'The rest is out of stock' },
        200,
      );
      expect(closed).toMatchObject({
        status: 'completed',
        close_reason: 'The rest is out of stock',
        closed_at: clock.now().toISOString(),
      });
      expect((form === 'a' ? closed.items : closed.lines)[0]).toMatchObject({ quantity: 10, open_quantity: 0 });
      await client().post(`/purchase-orders/${order.id}/close`, { reason: 'Again' }, 422);
      await client().post(`/purchase-orders/${order.id}/cancel`, { reason: 'Too late' }, 422);
    });

    it('returns the current and the allowed statuses for every wrong status', async () => {
      const draft = await aDraft(admin(), vendorId);
      const refusal = await client().call('POST', `/purchase-orders/${draft.id}/approve`, 422, {});
      expect(refusal.body.error).toMatchObject({
        code: 'INVALID_STATUS',
        message: expect.stringContaining('draft'),
        details: { status: 'draft', allowed_statuses: [form === 'a' ? 'pending_approval' : 'pending'] },
      });
      for (const action of ['reject', 'close'])
        await client().post(`/purchase-orders/${draft.id}/${action}`, { reason: 'x' }, 422);
      await client().post(`/purchase-orders/${draft.id}/revise`, {}, 422);
      await client().post(`/purchase-orders/${draft.id}/submit`, {}, 200);
      await client().put(`/purchase-orders/${draft.id}`, {}, 422);
      await client().post(`/purchase-orders/${draft.id}/submit`, {}, 422);
    });

    it('replaces and shows the workflow, equal in both forms', async () => {
      const rules = [
        {
          when: { department_id: headed, expense_type: 'CAPEX' },
          steps: [{ name: 'Board', user_ids: [finance.id], mode: 'all' }],
        },
        { steps: [{ role: 'finance_manager', min_amount: 500, min_amounts: [{ currency: 'USD', amount: 100 }] }] },
      ];
      const put = await client().call('PUT', WORKFLOW, 200, { rules });
      expect(put.body.data.rules).toMatchObject([
        {
          when: { department_id: headed, expense_type: 'CAPEX' },
          steps: [{ user_ids: [finance.id], mode: 'all', min_amount: 0 }],
        },
        { when: {}, steps: [{ role: 'finance_manager', min_amount: 500, mode: 'any' }] },
      ]);
      const shown = await client().call('GET', WORKFLOW, 200);
      expect(shown.body.data).toEqual(put.body.data);
      expect(shown.headers.get('etag')).toBe(put.headers.get('etag'));
      await client().call('PUT', WORKFLOW, 412, { rules }, { headers: { 'if-match': '"0"' } });
      await client()
        .as(await service.mint(['read', 'write']))
        .put(WORKFLOW, { rules }, 403);
    });
  });

  describe('with a workflow', () => {
    const tiers = [
      {
        steps: [
          { role: 'procurement_officer' },
          { role: 'finance_manager', min_amount: 10_000 },
          { role: 'admin', min_amount: 100_000 },
        ],
      },
    ];

    it.each([
      [9999.99, 1],
      [10_000, 2],
      [100_000, 3],
    ])('requires for an order of %d this number of steps: %d', async (price, steps) => {
      await route(tiers);
      const order = await waiting({ items: [{ description: 'x', quantity: 1, unit_price: price }] });
      expect(order.approvals).toHaveLength(steps);
      expect(rows(order)[0]).toEqual([1, 'procurement_officer', 'pending']);
      expect(ids(order)).toEqual([officer.id, officer2.id]);
    });

    it('requires every step for an order in another currency unless the step has an amount in it', async () => {
      await route(tiers);
      const small = { currency: 'USD', items: [{ description: 'x', quantity: 1, unit_price: 1 }] };
      expect((await waiting(small)).approvals).toHaveLength(3);
      await route([
        {
          steps: [
            { role: 'procurement_officer' },
            { role: 'admin', min_amount: 10, min_amounts: [{ currency: 'USD', amount: 5 }] },
          ],
        },
      ]);
      expect((await waiting(small)).approvals).toHaveLength(1);
    });

    it('uses the rule for department and expense type at the time of submit', async () => {
      await route([
        { steps: [{ role: 'finance_manager' }] },
        { when: { expense_type: 'CAPEX' }, steps: [{ role: 'admin' }] },
        { when: { department_id: headed }, steps: [{ role: 'department_head' }] },
        { when: { department_id: headed, expense_type: 'CAPEX' }, steps: [{ user_ids: [officer.id] }] },
      ]);
      const [owner] = ids(await waiting({ expense_type: 'CAPEX' }));
      const plain = await waiting();
      expect(ids(plain)).toEqual([finance.id]);
      expect(ids(await waiting({ department_id: headed }))).toEqual([head.id]);
      expect(ids(await waiting({ department_id: headed, expense_type: 'CAPEX' }))).toEqual([officer.id]);
      expect(owner).toBe(service.tenant.user.id);
      await route([{ steps: [{ role: 'admin' }] }]);
      expect(ids(await get(plain.id))).toEqual([finance.id]);
    });

    it('opens one step after the other, and only its approvers may decide', async () => {
      await route([{ steps: [{ role: 'procurement_officer' }, { role: 'finance_manager', name: 'Finance' }] }]);
      const { id } = await waiting();
      const refusal = await finance.client.call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('NOT_CURRENT_APPROVER');
      const half = await approve(officer, id);
      expect(half).toMatchObject({ status: 'pending_approval', current_approval_step: 2 });
      expect(rows(half)).toEqual([
        [1, officer.name, 'approved'],
        [2, 'Finance', 'pending'],
      ]);
      expect(ids(half)).toEqual([finance.id]);
      await approve(officer2, id, 403);
      await approve(finance, id, 422, { step: 1 });
      expect(await approve(finance, id, 200, { step: 2 })).toMatchObject({ status: 'approved' });
      await approve(finance, id, 422);
    });

    it('waits for every approver of a step in mode all', async () => {
      await route([{ steps: [{ role: 'procurement_officer', mode: 'all' }] }]);
      const { id } = await waiting();
      const latecomer = await colleague(service, 'procurement_officer');
      expect(ids(await get(id))).toEqual([officer.id, officer2.id]);
      const half = await approve(officer, id);
      expect(half.status).toBe('pending_approval');
      expect(rows(half)).toEqual([
        [1, officer.name, 'approved'],
        [1, 'procurement_officer', 'pending'],
      ]);
      await approve(officer, id, 403);
      await approve(latecomer, id, 403);
      expect(await approve(officer2, id)).toMatchObject({ status: 'approved' });
      await asOwner(service, `UPDATE users SET status = 'inactive' WHERE id = $1`, [latecomer.id]);
    });

    it('assigns a step to the admins if no approver is left, also during the step', async () => {
      await route([{ steps: [{ role: 'finance_officer' }] }]);
      expect(ids(await waiting())).toEqual([service.tenant.user.id]);
      const leaver = await colleague(service, 'requester');
      await route([{ steps: [{ user_ids: [officer.id, leaver.id], mode: 'all' }] }]);
      const { id } = await waiting();
      await approve(officer, id);
      await asOwner(service, `UPDATE users SET status = 'inactive' WHERE id = $1`, [leaver.id]);
      expect(ids(await get(id))).toEqual([service.tenant.user.id]);
      expect(await admin().post(`/purchase-orders/${id}/approve`, {}, 200)).toMatchObject({ status: 'approved' });
    });

    it('allows an admin token to decide any step and records the override', async () => {
      await route([{ steps: [{ role: 'finance_manager' }] }]);
      const { id } = await waiting();
      const approved = await admin().post(`/purchase-orders/${id}/approve`, {}, 200);
      expect(approved.approvals).toMatchObject([{ approver: 'Olivia Owner', override: true }]);
      expect(approved.audit_trail.at(-1)).toMatchObject({ action: 'approved', details: { step: 1, override: true } });
    });

    it('returns 422 for an unknown role, user or department, an empty step and a repeated condition', async () => {
      const fields = async (rules: object[]) =>
        Object.keys((await admin().call('PUT', WORKFLOW, 422, { rules })).body.error.details);
      expect(await fields([{ steps: [] }])).toEqual(['rules.0.steps']);
      expect(await fields([{ steps: [{}] }])).toEqual(['rules.0.steps.0.role']);
      expect(await fields([{ steps: [{ role: 'king' }] }])).toEqual(['rules.0.steps.0.role']);
      expect(await fields([{ steps: [{ user_ids: [999_999] }] }])).toEqual(['rules.0.steps.0.user_ids']);
      expect(await fields([{ when: { department_id: 999_999 }, steps: [{ role: 'admin' }] }])).toEqual([
        'rules.0.when.department_id',
      ]);
      expect(await fields([{ steps: [{ role: 'admin' }] }, { when: {}, steps: [{ role: 'admin' }] }])).toEqual([
        'rules.1.when',
      ]);
    });
  });

  describe('with separation of duties', () => {
    it('forbids self-approval, also to admin tokens, and assigns the step to others', async () => {
      await settings(service, { prevent_self_approval: true });
      await route([{ steps: [{ role: 'procurement_officer' }] }]);
      const { id } = await aSubmitted(officer.client, vendorId, { department_id: headed });
      expect(ids(await get(id))).toEqual([officer2.id]);
      const refusal = await officer.client.call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      const own = await waiting();
      const ownRefusal = await admin().call('POST', `/purchase-orders/${own.id}/approve`, 403, {});
      expect(ownRefusal.body.error.code).toBe('SELF_APPROVAL_FORBIDDEN');
      expect(await approve(officer2, id)).toMatchObject({ status: 'approved' });
    });

    it('forbids the approver of the first step to decide the second', async () => {
      await settings(service, { require_distinct_approvers: true });
      await route([{ steps: [{ role: 'procurement_officer' }, { user_ids: [officer.id, officer2.id] }] }]);
      const { id } = await waiting();
      const half = await approve(officer, id);
      expect(ids(half)).toEqual([officer2.id]);
      const refusal = await officer.client.call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('NOT_CURRENT_APPROVER');
      expect(await approve(officer2, id)).toMatchObject({ status: 'approved' });
    });
  });

  describe('by delegation', () => {
    it('creates, lists and ends a delegation', async () => {
      const path = `/users/${finance.id}/delegations`;
      const made = await finance.client.post(
        path,
        { delegate_id: officer.id, from: '2026-03-10', to: '2026-03-12' },
        201,
      );
      expect(made).toMatchObject({
        user: { id: finance.id, name: finance.name },
        delegate: { id: officer.id },
        from: '2026-03-10',
        to: '2026-03-12',
        is_active: true,
      });
      expect(await admin().get(path)).toMatchObject([{ id: made.id }]);
      await route([{ steps: [{ role: 'finance_manager' }] }]);
      const { id } = await waiting();
      expect(ids(await get(id)).sort()).toEqual([officer.id, finance.id].sort());
      const approved = await approve(officer, id);
      expect(approved.approvals).toMatchObject([{ approver: officer.name, on_behalf_of: finance.name }]);
      expect(approved.audit_trail.at(-1)).toMatchObject({
        user: officer.name,
        details: { on_behalf_of: finance.name },
      });
      const decided = {
        ...{ approver: officer.name, approver_id: officer.id },
        ...{ on_behalf_of: finance.name, on_behalf_of_id: finance.id },
      };
      for (const { id: user } of [officer, finance]) await admin().put(`/users/${user}`, { name_en: 'Renamed' }, 200);
      for (const form of ['a', 'b'] as const) {
        expect((await admin().through(form).get(`/purchase-orders/${id}`)).approvals).toMatchObject([decided]);
      }
      for (const { id: user, name } of [officer, finance]) await admin().put(`/users/${user}`, { name_en: name }, 200);
      await finance.client.delete(`${path}/${made.id}`);
      expect(await admin().get(path)).toMatchObject([
        { id: made.id, is_active: false, revoked_at: expect.any(String) },
      ]);
      await approve(officer, (await waiting()).id, 403);
    });

    it('counts a person once in mode all, also with several delegations', async () => {
      const days = { delegate_id: finance.id, from: '2026-03-10', to: '2026-03-12' };
      const paths: string[] = [];
      for (const { id } of [officer, officer2]) {
        const path = `/users/${id}/delegations`;
        paths.push(`${path}/${(await admin().post(path, days, 201)).id}`);
      }
      await route([{ steps: [{ user_ids: [officer.id, officer2.id], mode: 'all' }] }]);
      const { id } = await waiting();
      expect(await approve(finance, id)).toMatchObject({ status: 'pending_approval' });
      expect(ids(await get(id))).toEqual([officer2.id]);
      const listed: Loose[] = await finance.client.get('/approvals?mine=true');
      expect(listed.filter((one) => one.id === id)).toEqual([]);
      const refusal = await finance.client.call('POST', `/purchase-orders/${id}/approve`, 403, {});
      expect(refusal.body.error.code).toBe('NOT_CURRENT_APPROVER');
      expect(await approve(officer2, id)).toMatchObject({ status: 'approved' });
      for (const path of paths) await admin().delete(path);
    });

    it('applies from the first to the last day of a delegation', async () => {
      const path = `/users/${officer2.id}/delegations`;
      const isActive = async (from: string, to: string): Promise<boolean> => {
        const made = await admin().post(path, { delegate_id: officer.id, from, to }, 201);
        await admin().delete(`${path}/${made.id}`);
        return made.is_active;
      };
      expect(await isActive('2026-03-09', '2026-03-10')).toBe(true);
      expect(await isActive('2026-03-10', '2026-03-11')).toBe(true);
      expect(await isActive('2026-03-11', '2026-03-12')).toBe(false);
    });

    it('rejects a delegation to oneself or an unknown user, for past days, and for others without admin', async () => {
      const path = `/users/${finance.id}/delegations`;
      const refused = async (body: object) =>
        Object.keys((await finance.client.call('POST', path, 422, body)).body.error.details);
      const days = { from: '2026-03-10', to: '2026-03-12' };
      expect(await refused({ ...days, delegate_id: finance.id })).toEqual(['delegate_id']);
      expect(await refused({ ...days, delegate_id: 999_999 })).toEqual(['delegate_id']);
      expect(await refused({ delegate_id: officer.id, from: '2026-03-12', to: '2026-03-10' })).toEqual(['to']);
      expect(await refused({ delegate_id: officer.id, from: '2026-03-01', to: '2026-03-09' })).toEqual(['to']);
      await officer.client.post(path, { ...days, delegate_id: officer.id }, 403);
      await admin().post('/users/999999/delegations', { ...days, delegate_id: officer.id }, 404);
      await admin().get('/users/999999/delegations', 404);
    });
  });

  it('rejects a blocked vendor at create, submit and the last approval', async () => {
    const bad = (await aVendor(admin(), { name: 'Trouble' })).id;
    const draft = await aDraft(admin(), bad);
    const { id } = await aSubmitted(admin(), bad);
    await admin().post(`/vendors/${bad}/block`, { reason: 'Fraud' }, 200);
    const code = async (path: string, body: object) => (await admin().call('POST', path, 422, body)).body.error.code;
    expect(
      await code('/purchase-orders', { vendor_id: bad, items: [{ description: 'x', quantity: 1, unit_price: 1 }] }),
    ).toBe('VENDOR_BLOCKED');
    expect(await code(`/purchase-orders/${draft.id}/submit`, {})).toBe('VENDOR_BLOCKED');
    expect(await code(`/purchase-orders/${id}/approve`, {})).toBe('VENDOR_BLOCKED');
    expect(await get(id)).toMatchObject({ status: 'pending_approval', approvals: [{ status: 'pending' }] });
  });

  it('names a deactivated department or project in the error of submit', async () => {
    const department = await admin().post('/departments', { name: 'Old workshop', code: 'OLDW' }, 201);
    const project = await admin().post('/projects', { name: 'Old works', code: 'OLDP' }, 201);
    const draft = await aDraft(admin(), vendorId, { department_id: department.id, project_id: project.id });
    await admin().put(`/departments/${department.id}`, { is_active: false }, 200);
    await admin().put(`/projects/${project.id}`, { is_active: false }, 200);
    const message = 'This record was deactivated. Choose another one, or activate it again.';
    const details = { department_id: [message], project_id: [message] };
    const refused = await admin().call('POST', `/purchase-orders/${draft.id}/submit`, 422, {});
    expect(refused.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details });
    const formB = await admin().through('b').call('POST', `/purchase-orders/${draft.id}/submit`, 422, {});
    expect(formB.body.errors).toEqual(details);
    expect(await get(draft.id)).toMatchObject({ status: 'draft', submitted_at: null });
    await admin().put(`/departments/${department.id}`, { is_active: true }, 200);
    await admin().put(`/projects/${project.id}`, { is_active: true }, 200);
    await admin().post(`/purchase-orders/${draft.id}/submit`, {}, 200);
  });

  it('rejects a submit with a total of 0, or without a required budget', async () => {
    const free = await aDraft(admin(), vendorId, { items: [{ description: 'Gift', quantity: 1, unit_price: 0 }] });
    const refusal = await admin().call('POST', `/purchase-orders/${free.id}/submit`, 422, {});
    expect(refusal.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { items: [expect.any(String)] } });
    const formB = await admin().through('b').call('POST', `/purchase-orders/${free.id}/submit`, 422, {});
    expect(Object.keys(formB.body.errors)).toEqual(['lines']);
    await settings(service, { require_budget: true });
    const draft = await aDraft(admin(), vendorId);
    const required = await admin().call('POST', `/purchase-orders/${draft.id}/submit`, 422, {});
    expect(required.body.error.code).toBe('BUDGET_REQUIRED');
    await settings(service, { require_budget: false });
  });

  it('accepts a budget override only from an admin and only with comments', async () => {
    const { id } = await waiting({ department_id: headed });
    const wordless = await admin().call('POST', `/purchase-orders/${id}/approve`, 422, { override_budget: true });
    expect(Object.keys(wordless.body.error.details)).toEqual(['comments']);
    const lesser = await head.client.call('POST', `/purchase-orders/${id}/approve`, 403, {
      override_budget: true,
      comments: 'Go',
    });
    expect(lesser.body.errors).toHaveProperty('ability');
    expect(await approveAll(admin(), id)).toMatchObject({ status: 'approved' });
  });

  it('counts an approved order for its vendor until it is cancelled', async () => {
    const { id } = await aVendor(admin(), { name: 'Counted' });
    const order = await anApproved(admin(), id);
    expect(await admin().get(`/vendors/${id}`)).toMatchObject({ total_orders: 1, total_spend: 293.25 });
    await admin().post(`/purchase-orders/${order.id}/cancel`, { reason: 'x' }, 200);
    expect(await admin().get(`/vendors/${id}`)).toMatchObject({ total_orders: 0, total_spend: 0 });
  });
});
