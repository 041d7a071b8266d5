import { type Service, startApp, storyClock } from '../support/app';
import { aBudget, aDepartment, thresholdEvents } from '../support/budgets';
import type { Loose } from '../support/client';
import { approved } from '../support/invoices';
import { approveAll, asOwner, aSubmitted, aVendor, settings } from '../support/purchase-orders';

describe.each(['a', 'b'] as const)('budgets, Form %s', (form) => {
  let service: Service;
  let vendorId: number;
  let departments = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(service.client(), { category: 'Furniture' })).id;
  });
  afterAll(async () => service.stop());
  beforeEach(async () =>
    settings(service, { require_budget: false, over_budget_action: 'block', fiscal_year_start_month: 1 }),
  );

  const client = () => service.client({ form });
  const department = () => aDepartment(service.client(), `D${(departments += 1)}`);
  const refusal = async (method: string, path: string, body: object, status = 422): Promise<Loose> =>
    (await client().call(method, path, status, body)).body;
  const fieldsOf = (body: Loose): string[] => Object.keys(form === 'a' ? (body.error.details ?? {}) : body.errors);
  const order = (departmentId: number, price: number, fields: object = {}) =>
    aSubmitted(service.client(), vendorId, {
      department_id: departmentId,
      items: [{ description: 'Desk', quantity: 1, unit_price: price, vat_rate: 0 }],
      ...fields,
    });
  const submit = (id: number): Promise<Loose> => client().post(`/purchase-orders/${id}/submit`, undefined, 200);
  const draft = (departmentId: number, price: number, fields: object = {}): Promise<Loose> =>
    service.client().post(
      '/purchase-orders',
      {
        vendor_id: vendorId,
        department_id: departmentId,
        items: [{ description: 'Desk', quantity: 1, unit_price: price, vat_rate: 0 }],
        ...fields,
      },
      201,
    );

  describe('create, read and update', () => {
    it('creates a draft with nothing used', async () => {
      const departmentId = await department();
      const body = {
        name: '  IT 2026 ',
        allocated_amount: 100_000.5,
        department_id: departmentId,
        fiscal_year: 2026,
        category: 'OPEX',
        notes: 'As agreed',
      };
      const reply = await client().call('POST', '/budgets', 201, body);
      if (form === 'b') expect(reply.body.message).toBe('Budget created successfully.');
      const made = reply.body.data;
      expect(made).toMatchObject({
        name: 'IT 2026',
        category: 'OPEX',
        currency: 'SAR',
        allocated_amount: 100_000.5,
        reserved_amount: 0,
        committed_amount: 0,
        spent_amount: 0,
        available_amount: 100_000.5,
        utilization_percentage: 0,
        department: { id: departmentId, name: expect.any(String), code: expect.any(String) },
        fiscal_year: 2026,
        status: 'draft',
        notes: 'As agreed',
        alert_thresholds: [80, 90, 100],
        allocations: { capex: null, opex: null },
      });
      expect('capex' in made).toBe(form === 'b');
      if (form === 'b') {
        expect(made.opex).toEqual({
          allocated: 100_000.5,
          reserved: 0,
          committed: 0,
          spent: 0,
          available: 100_000.5,
          utilization_percentage: 0,
        });
        expect(made.capex).toMatchObject({ allocated: 0, available: 0 });
      }
      expect(await client().get(`/budgets/${made.id}`)).toEqual(made);
    });

    it('filters the list and omits category and notes', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, name: 'Alpha', fiscal_year: 2031 });
      await aBudget(client(), { department_id: departmentId, name: 'Beta', fiscal_year: 2032, status: 'frozen' });
      const found = async (query: Record<string, string | number>): Promise<string[]> =>
        (await client().get('/budgets', 200, { department_id: departmentId, ...query })).map((one: Loose) => one.name);
      expect(await found({ sort: 'name', order: 'asc' })).toEqual(['Alpha', 'Beta']);
      expect(await found({ fiscal_year: 2031 })).toEqual(['Alpha']);
      expect(await found({ status: 'frozen' })).toEqual(['Beta']);
      expect(await found({ search: 'alp' })).toEqual(['Alpha']);
      expect(await found({ sort: 'utilization_percentage', order: 'desc', per_page: 1 })).toHaveLength(1);
      const [item] = await client().get('/budgets', 200, { department_id: departmentId, fiscal_year: 2031 });
      expect(item.id).toBe(id);
      expect(item).not.toHaveProperty('category');
      expect(item).not.toHaveProperty('notes');
    });

    it('changes only the fields in the request', async () => {
      const { id } = await aBudget(client(), { department_id: await department(), category: 'Furniture' });
      const changed = await client().put(`/budgets/${id}`, { name: 'Renamed', allocated_amount: 50_000 }, 200);
      expect(changed).toMatchObject({
        name: 'Renamed',
        allocated_amount: 50_000,
        available_amount: 50_000,
        category: 'Furniture',
        status: 'active',
      });
      const cleared = await client().put(`/budgets/${id}`, { category: null, alert_thresholds: [95, 50] }, 200);
      expect(cleared).toMatchObject({ category: null, alert_thresholds: [50, 95] });
    });

    it('raises no version, audit entry or event for a change without effect', async () => {
      const department_id = await department();
      const said = { category: 'Furniture', alert_thresholds: [95, 50], allocations: { capex: 10.5, opex: 20 } };
      const { id } = await aBudget(client(), { department_id, ...said, notes: 'One' });
      const state = async (): Promise<unknown> => {
        const { headers, body } = await client().call('GET', `/budgets/${id}`, 200);
        const entries = await service.client().get<Loose[]>('/audit-log', 200, { entity: `budget:${id}` });
        const published = `SELECT count(*) AS n FROM events WHERE tenant_id = $1 AND resource_type = 'budget' AND resource_id = $2`;
        const events = await asOwner(service, published, [service.tenant.tenant.id, id]);
        return { etag: headers.get('etag'), body, entries, events };
      };
      const before = await state();
      await client().put(`/budgets/${id}`, { ...said, notes: 'One', status: 'active', department_id }, 200);
      expect(await state()).toEqual(before);
      await client().put(`/budgets/${id}`, { ...said, notes: 'Two' }, 200);
      expect(await state()).not.toEqual(before);
    });

    it('allows every documented status change and rejects the others', async () => {
      const path = `/budgets/${(await aBudget(client(), { department_id: await department(), status: 'draft' })).id}`;
      const to = (status: string, expected = 200) => client().call('PUT', path, expected, { status });
      expect((await to('frozen', 422)).body.error).toMatchObject({
        code: 'INVALID_STATUS',
        details: { status: 'draft', allowed_statuses: ['active'] },
      });
      for (const status of ['active', 'frozen', 'active', 'closed']) {
        expect((await to(status)).body.data.status).toBe(status);
      }
      expect((await to('frozen', 422)).body.error.code).toBe('INVALID_STATUS');
      expect((await to('draft', 422)).body.error.code).toBe('INVALID_STATUS');
      const writer = service.client({ form, token: await service.mint(['read', 'write']) });
      const { body } = await writer.call('PUT', path, 403, { status: 'active' });
      expect(Object.keys(body.errors)).toEqual(['ability']);
      expect((await to('active')).body.data.status).toBe('active');
    });

    it('returns 412 for an outdated If-Match', async () => {
      const { id } = await aBudget(client(), { department_id: await department() });
      const { headers } = await client().call('GET', `/budgets/${id}`, 200);
      const etag = headers.get('etag') ?? '';
      await client().put(`/budgets/${id}`, { notes: 'one' }, 200, { headers: { 'if-match': etag } });
      await client().call('PUT', `/budgets/${id}`, 412, { notes: 'two' }, { headers: { 'if-match': etag } });
      expect((await client().get(`/budgets/${id}`)).notes).toBe('one');
    });

    it.each([
      ['an empty body', {}, ['allocated_amount', 'department_id', 'fiscal_year', 'name']],
      ['an unknown department', { department_id: 999_999 }, ['department_id']],
      ['a negative amount', { allocated_amount: -1 }, ['allocated_amount']],
      ['three decimals in riyals', { allocated_amount: 1.005 }, ['allocated_amount']],
      ['an unknown currency', { currency: 'XXX' }, ['currency']],
      ['parts above the total', { allocations: { capex: 60, opex: 41 } }, ['allocations']],
      ['a threshold of 0', { alert_thresholds: [0] }, ['alert_thresholds']],
      ['a status', { status: 'active' }, ['status']],
      ['an unknown field', { budget: 1 }, ['budget']],
    ])('rejects a new budget with %s', async (_, fields, expected) => {
      const whole = { name: 'X', allocated_amount: 100, department_id: await department(), fiscal_year: 2026 };
      const body = Object.keys(fields).length === 0 ? {} : { ...whole, ...fields };
      expect(fieldsOf(await refusal('POST', '/budgets', body)).sort()).toEqual(expected);
    });

    it('rejects a second active budget with the same key and the activation of a budget of 0', async () => {
      const departmentId = await department();
      await aBudget(client(), { department_id: departmentId, category: 'IT' });
      const second = await aBudget(client(), { department_id: departmentId, category: ' it', status: 'draft' });
      const body = await refusal('PUT', `/budgets/${second.id}`, { status: 'active' });
      expect(fieldsOf(body)).toEqual(['status']);
      await client().put(`/budgets/${second.id}`, { category: 'Travel', status: 'active' }, 200);
      expect(fieldsOf(await refusal('PUT', `/budgets/${second.id}`, { category: 'IT' }))).toEqual(['category']);

      const empty = await aBudget(client(), { department_id: departmentId, allocated_amount: 0, status: 'draft' });
      const refused = await refusal('PUT', `/budgets/${empty.id}`, { status: 'active' });
      expect(fieldsOf(refused)).toEqual(['allocated_amount']);
    });

    it('locks department, year and currency after the first use and rejects an amount below the used one', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const moved = await client().put(`/budgets/${id}`, { department_id: await department(), currency: 'USD' }, 200);
      expect(moved.currency).toBe('USD');
      await client().put(`/budgets/${id}`, { department_id: departmentId, currency: 'SAR' }, 200);
      await approveAll(service.client(), (await order(departmentId, 1000)).id);

      const other = { department_id: await department(), fiscal_year: 2027, currency: 'USD' };
      expect(fieldsOf(await refusal('PUT', `/budgets/${id}`, other)).sort()).toEqual([
        'currency',
        'department_id',
        'fiscal_year',
      ]);
      const less = await refusal('PUT', `/budgets/${id}`, { allocated_amount: 999.99 });
      expect(fieldsOf(less)).toEqual(['allocated_amount']);
      const exact = await client().put(`/budgets/${id}`, { allocated_amount: 1000 }, 200);
      expect(exact).toMatchObject({ available_amount: 0, utilization_percentage: 100 });
    });

    it('requires the ability of each operation and returns 404 for another tenant', async () => {
      const { id } = await aBudget(client(), { department_id: await department() });
      const reader = service.client({ form, token: await service.mint(['read']) });
      await reader.call('GET', `/budgets/${id}/movements`, 200);
      await reader.call('POST', '/budgets', 403, {});
      await reader.call('PUT', `/budgets/${id}`, 403, {});
      const stranger = service.client({ form, token: (await service.newTenant()).token.token });
      for (const path of [`/budgets/${id}`, `/budgets/${id}/utilization`, `/budgets/${id}/movements`]) {
        expect((await stranger.call('GET', path, 404)).body.error.code).toBe('NOT_FOUND');
      }
      await stranger.call('PUT', `/budgets/${id}`, 404, { name: 'Mine' });
      await client().call('GET', '/budgets/0', 400);
    });
  });

  describe('budget check of orders', () => {
    it('warns about a missing budget or rejects the order if a budget is required', async () => {
      const departmentId = await department();
      const { id } = await draft(departmentId, 100);
      expect((await submit(id)).warnings).toEqual([{ code: 'NO_BUDGET', message: 'No budget covers this document.' }]);
      await settings(service, { require_budget: true });
      const second = await draft(departmentId, 100);
      const body = await refusal('POST', `/purchase-orders/${second.id}/submit`, {});
      expect(body.error.code).toBe('BUDGET_REQUIRED');
      expect((await service.client().get(`/purchase-orders/${second.id}`)).status).toBe('draft');
    });

    it('chooses the budget by currency, fiscal year, expense type and vendor category', async () => {
      const departmentId = await department();
      const named = new Map<string, number>();
      const open = async (name: string, fields: object) => {
        named.set(name, (await aBudget(client(), { department_id: departmentId, name, ...fields })).id);
      };
      const reservedOf = async () => {
        const list: Loose[] = await client().get('/budgets', 200, { department_id: departmentId, per_page: 100 });
        return Object.fromEntries(list.map((one) => [one.name, one.reserved_amount]));
      };
      await open('none', {});
      await open('dollars', { currency: 'USD' });
      await open('last year', { fiscal_year: 2025, category: 'OPEX' });
      await order(departmentId, 1);
      expect(await reservedOf()).toEqual({ none: 1, dollars: 0, 'last year': 0 });
      await open('furniture', { category: 'Fúrniture' });
      await order(departmentId, 10);
      await open('capex', { category: 'CAPEX' });
      await order(departmentId, 100);
      await order(departmentId, 1000, { expense_type: 'CAPEX' });
      await order(departmentId, 5, { currency: 'USD' });
      expect(await reservedOf()).toEqual({ none: 1, dollars: 5, 'last year': 0, furniture: 110, capex: 1000 });

      // With years that begin in March, 10 March 2026 is in fiscal year 2027.
      await settings(service, { fiscal_year_start_month: 3 });
      await open('next year', { fiscal_year: 2027 });
      await order(departmentId, 3);
      expect((await reservedOf())['next year']).toBe(3);
    });

    it('reserves at submit and releases at reject and cancel', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const reserved = async () => (await client().get(`/budgets/${id}`)).reserved_amount;
      const first = await order(departmentId, 100);
      const second = await order(departmentId, 50);
      expect(await reserved()).toBe(150);
      await client().post(`/purchase-orders/${first.id}/reject`, { reason: 'No' }, 200);
      expect(await reserved()).toBe(50);
      await client().post(`/purchase-orders/${first.id}/revise`, undefined, 200);
      await client().post(`/purchase-orders/${first.id}/submit`, undefined, 200);
      expect(await reserved()).toBe(150);
      for (const { id: orderId } of [first, second]) {
        await client().post(`/purchase-orders/${orderId}/cancel`, { reason: 'No' }, 200);
      }
      expect(await reserved()).toBe(0);
    });

    it('rejects a resubmitted order if its budget has been closed', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const { id: orderId } = await order(departmentId, 100);
      await client().post(`/purchase-orders/${orderId}/reject`, { reason: 'No' }, 200);
      await client().post(`/purchase-orders/${orderId}/revise`, undefined, 200);
      await client().put(`/budgets/${id}`, { status: 'closed' }, 200);
      const refused = await refusal('POST', `/purchase-orders/${orderId}/submit`, {});
      expect(refused.error).toMatchObject({ code: 'BUDGET_CLOSED', details: { budget_id: id, status: 'closed' } });
      await client().put(`/purchase-orders/${orderId}`, { department_id: await department() }, 200);
      expect((await submit(orderId)).warnings).toMatchObject([{ code: 'NO_BUDGET' }]);
      await approveAll(service.client(), orderId);
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ reserved_amount: 0, committed_amount: 0 });
    });

    it('releases the commitment of an approved order that is cancelled or closed', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const committed = async () => (await client().get(`/budgets/${id}`)).committed_amount;
      const [cancelled, closed] = [await order(departmentId, 100), await order(departmentId, 50)];
      for (const one of [cancelled, closed]) await approveAll(service.client(), one.id);
      expect(await committed()).toBe(150);
      await client().post(`/purchase-orders/${cancelled.id}/cancel`, { reason: 'No' }, 200);
      expect(await committed()).toBe(50);
      await client().post(`/purchase-orders/${closed.id}/close`, { reason: 'Enough' }, 200);
      expect(await committed()).toBe(0);
    });

    it('rejects an approval that exceeds the available amount by a cent', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 1000 });
      await approveAll(service.client(), (await order(departmentId, 900)).id);
      const { id: over } = await draft(departmentId, 100.01);
      expect((await submit(over)).warnings).toMatchObject([{ code: 'BUDGET_EXCEEDED' }]);
      const body = await refusal('POST', `/purchase-orders/${over}/approve`, {});
      expect(body.error).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { budget_id: id, currency: 'SAR', available: 100, requested: 100.01, shortfall: 0.01 },
      });
      expect((await client().get(`/purchase-orders/${over}`)).status).toMatch(/^pending/);
      await approveAll(service.client(), (await order(departmentId, 100)).id);
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ available_amount: 0, reserved_amount: 100.01 });
    });

    it.each([
      ['warn', [{ code: 'BUDGET_EXCEEDED' }]],
      ['ignore', undefined],
    ])('approves above the budget with over_budget_action %s', async (over_budget_action, warnings) => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 100 });
      await settings(service, { over_budget_action });
      const { id: orderId } = await order(departmentId, 150);
      const approved = await client().post(`/purchase-orders/${orderId}/approve`, {}, 200);
      if (warnings) expect(approved.warnings).toMatchObject(warnings);
      else expect(approved).not.toHaveProperty('warnings');
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ committed_amount: 150, available_amount: -50 });
    });

    it('allows an admin to override the check with a comment', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 100 });
      const { id: orderId } = await order(departmentId, 150);
      const path = `/purchase-orders/${orderId}/approve`;
      const override = { override_budget: true, comments: 'Urgent' };
      const approver = service.client({ form, token: await service.mint(['read', 'approve']) });
      await approver.call('POST', path, 403, override);
      expect(fieldsOf(await refusal('POST', path, { override_budget: true }))).toEqual(['comments']);
      await client().post(path, override, 200);
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ available_amount: -50 });
      const [entry] = await asOwner<{ details: Loose }>(
        service,
        `SELECT details FROM audit_log WHERE tenant_id = $1 AND entity_type = 'budget' AND entity_id = $2 AND action = 'overridden'`,
        [service.tenant.tenant.id, id],
      );
      expect(entry?.details).toMatchObject({ purchase_order_id: orderId, requested: '150', comments: 'Urgent' });
      // The second override changes no amount of the budget record and crosses no threshold.
      const { id: secondId } = await order(departmentId, 10);
      await client().post(`/purchase-orders/${secondId}/approve`, override, 200);
      const published = `SELECT name FROM events WHERE tenant_id = $1 AND resource_type = 'budget' AND resource_id = $2 ORDER BY id`;
      const names = await asOwner<{ name: string }>(service, published, [service.tenant.tenant.id, id]);
      expect(names.map(({ name }) => name)).toEqual(['budget.created', 'budget.updated', 'budget.threshold_reached']);
    });

    it('rejects new orders on a frozen or closed budget but releases earlier reservations and commitments', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const waiting = await order(departmentId, 100);
      const binding = await order(departmentId, 50);
      await approveAll(service.client(), binding.id);
      await client().put(`/budgets/${id}`, { status: 'frozen' }, 200);

      const late = await draft(departmentId, 1);
      expect((await refusal('POST', `/purchase-orders/${late.id}/submit`, {})).error.code).toBe('BUDGET_FROZEN');
      const insisted = { override_budget: true, comments: 'Please' };
      const body = await refusal('POST', `/purchase-orders/${waiting.id}/approve`, insisted);
      expect(body.error).toMatchObject({ code: 'BUDGET_FROZEN', details: { status: 'frozen' } });
      await client().put(`/budgets/${id}`, { status: 'closed' }, 200);
      const closed = await refusal('POST', `/purchase-orders/${waiting.id}/approve`, {});
      expect(closed.error).toMatchObject({ code: 'BUDGET_CLOSED', details: { status: 'closed' } });

      await client().post(`/purchase-orders/${waiting.id}/reject`, { reason: 'No money' }, 200);
      await client().post(`/purchase-orders/${binding.id}/cancel`, { reason: 'No need' }, 200);
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ reserved_amount: 0, committed_amount: 0 });
    });

    it('checks an amendment only if it raises the order total', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 100 });
      const approved = await approveAll(service.client(), (await order(departmentId, 80)).id);
      const amend = (unit_price: number, status: number): Promise<Loose> =>
        service
          .client()
          .post(
            `/purchase-orders/${approved.id}/amendments`,
            { reason: 'Price', items: [{ id: approved.items[0].id, unit_price }] },
            status,
          );
      const raise = await amend(100.01, 201);
      const path = `/purchase-orders/${approved.id}/amendments/${raise.id}/approve`;
      expect((await service.client().call('POST', path, 422, {})).body.error).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { available: 20, requested: 20.01, shortfall: 0.01 },
      });
      await service
        .client()
        .post(`/purchase-orders/${approved.id}/amendments/${raise.id}/cancel`, { reason: 'No' }, 200);
      await amend(60, 201);
      expect(await client().get(`/budgets/${id}`)).toMatchObject({ committed_amount: 60 });
    });

    it('splits the used amounts by expense type', async () => {
      const departmentId = await department();
      const allocations = { capex: 600, opex: 300 };
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 1000, allocations });
      await approveAll(service.client(), (await order(departmentId, 150, { expense_type: 'CAPEX' })).id);
      await order(departmentId, 30);
      const { capex, opex } = await client().get(`/budgets/${id}/utilization`);
      if (form === 'a') {
        expect([capex, opex]).toEqual([undefined, undefined]);
        return;
      }
      expect(capex).toEqual({
        allocated: 600,
        reserved: 0,
        committed: 150,
        spent: 0,
        available: 450,
        utilization_percentage: 25,
      });
      expect(opex).toMatchObject({ allocated: 300, reserved: 30, committed: 0, available: 300 });
    });

    it('counts a revised order under its new expense type', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId });
      const revised = await order(departmentId, 100);
      const path = `/purchase-orders/${revised.id}`;
      await service.client().post(`${path}/reject`, { reason: 'It is an investment' }, 200);
      await service.client().post(`${path}/revise`, {}, 200);
      await service.client().put(path, { expense_type: 'CAPEX' }, 200);
      await submit(revised.id);
      const { items } = await approveAll(service.client(), revised.id);
      const invoice = await approved(service.client(), { id: revised.id, vendorId, items }, [{ quantity: 1 }]);
      await service.client().post(`/invoices/${invoice.id}/payments`, { amount: 40 }, 201);
      const note = { credit_note_number: `CN-${form}`, amount: 10, reason: 'Scratched' };
      await service.client().post(`/invoices/${invoice.id}/credit-notes`, note, 201);
      const { capex, opex } = await service.client({ form: 'b' }).get(`/budgets/${id}/utilization`);
      expect(capex).toMatchObject({ reserved: 0, committed: 0, spent: 90 });
      expect(opex).toMatchObject({ reserved: 0, committed: 0, spent: 0 });
    });
  });

  describe('threshold events', () => {
    const crossings = async (id: number): Promise<number[][]> =>
      (await thresholdEvents(service, id)).map((event) => [event.threshold_percentage, ...event.crossed_thresholds]);

    it('are published once per crossing, with the highest threshold, and again after a drop', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 1000 });
      const first = await order(departmentId, 850);
      await approveAll(service.client(), first.id);
      await approveAll(service.client(), (await order(departmentId, 10)).id);
      expect(await crossings(id)).toEqual([[80, 80]]);
      await approveAll(service.client(), (await order(departmentId, 140)).id);
      expect(await crossings(id)).toEqual([
        [80, 80],
        [100, 90, 100],
      ]);
      await client().post(`/purchase-orders/${first.id}/cancel`, { reason: 'No need' }, 200);
      await approveAll(service.client(), (await order(departmentId, 660)).id);
      expect((await crossings(id)).at(-1)).toEqual([80, 80]);
      expect(await crossings(id)).toHaveLength(3);
    });

    it('are published if the allocation drops, at the thresholds of the budget', async () => {
      const departmentId = await department();
      const { id } = await aBudget(client(), {
        department_id: departmentId,
        allocated_amount: 1000,
        alert_thresholds: [12.5, 50],
      });
      await approveAll(service.client(), (await order(departmentId, 125)).id);
      expect(await crossings(id)).toEqual([[12.5, 12.5]]);
      await client().put(`/budgets/${id}`, { allocated_amount: 200 }, 200);
      expect((await crossings(id)).at(-1)).toEqual([50, 50]);
      await client().put(`/budgets/${id}`, { alert_thresholds: [] }, 200);
      await client().put(`/budgets/${id}`, { allocated_amount: 125 }, 200);
      expect(await crossings(id)).toHaveLength(2);
    });
  });

  it('lists a ledger that sums to the amounts, with filters and pages', async () => {
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId });
    const kept = await order(departmentId, 100);
    await approveAll(service.client(), kept.id);
    await order(departmentId, 30);
    const path = `/budgets/${id}/movements`;
    const reply = await client().call('GET', path, 200, undefined, { query: { per_page: 2 } });
    expect(reply.body.meta).toMatchObject({ total: 4, per_page: 2, last_page: 2 });
    expect(reply.body.data[0]).toMatchObject({
      type: 'reserve',
      reserved_change: 30,
      created_by: { id: expect.any(Number) },
    });
    const all: Loose[] = await client().get(path, 200, { purchase_order_id: kept.id, sort: 'id', order: 'asc' });
    expect(all.map((one) => [one.type, one.reserved_change, one.committed_change])).toEqual([
      ['reserve', 100, 0],
      ['release', -100, 0],
      ['commit', 0, 100],
    ]);
    expect(await client().get(path, 200, { type: 'spend' })).toEqual([]);
    expect(await client().get(path, 200, { from_date: '2026-03-11' })).toEqual([]);
    await client().call('GET', path, 400, undefined, { query: { type: 'gift' } });
  });

  it('checks an invoice without an order against the budget of its department', async () => {
    await settings(service, { invoices_without_po: 'allow', require_budget: false });
    const departmentId = await department();
    const { id } = await aBudget(client(), { department_id: departmentId, allocated_amount: 100 });
    const admin = service.client();
    const invoice = async (price: number): Promise<Loose> => {
      const line = { description: 'Taxi', quantity: 1, unit_price: price, vat_rate: 0 };
      const body = { vendor_id: vendorId, department_id: departmentId, invoice_date: '2026-03-01', line_items: [line] };
      return admin.post('/invoices', { ...body, invoice_number: `${form}-${price}` }, 201);
    };
    const taxi = await invoice(60);
    await admin.post(`/invoices/${taxi.id}/approve`, { override: true, comments: 'No order' }, 200);
    expect(await client().get(`/budgets/${id}`)).toMatchObject({ spent_amount: 60, committed_amount: 0 });
    const second = await invoice(41);
    const refused = await admin.call('POST', `/invoices/${second.id}/approve`, 422, {
      override: true,
      comments: 'No order',
    });
    expect(refused.body.error).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { available: 40, shortfall: 1 } });
    await admin.post(`/invoices/${taxi.id}/void`, { reason: 'Wrong' }, 200);
    expect(await client().get(`/budgets/${id}`)).toMatchObject({ spent_amount: 0 });
  });
});
