import { type Service, startApp, storyClock } from '../../support/app';
import { disagreements } from '../../support/books';
import { aBudget, aDepartment, thresholdEvents } from '../../support/budgets';
import type { Loose } from '../../support/client';
import { approved, linesOf, receive } from '../../support/invoices';
import { approveAll, asOwner, aSubmitted, aVendor, colleague, settings } from '../../support/purchase-orders';
import { ONE_FORM } from '../../support/sampled';

describe.each(ONE_FORM)("Carry-forward of open orders to the next year's budget, in Form %s", (form) => {
  let service: Service;
  let vendorId: number;
  let departments = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock() });
    vendorId = (await aVendor(service.client(), { category: 'Furniture' })).id;
    await settings(service, { matching_policy: 'two_way' });
  });
  afterAll(async () => service.stop());
  beforeEach(() => settings(service, { over_budget_action: 'block' }));
  afterEach(async () => expect(await disagreements(service)).toEqual({}));

  const client = () => service.client({ form });
  const department = () => aDepartment(service.client(), `F${form}${(departments += 1)}`);
  const to = (id: number, status: string): Promise<Loose> => client().put(`/budgets/${id}`, { status }, 200);
  const waiting = (departmentId: number, quantity: number, fields: object = {}): Promise<Loose> =>
    aSubmitted(service.client(), vendorId, {
      department_id: departmentId,
      items: [{ description: 'Desk', quantity, unit_price: 10, vat_rate: 0 }],
      ...fields,
    });
  const order = async (departmentId: number, quantity: number, fields: object = {}) => {
    const { id, items } = await approveAll(service.client(), (await waiting(departmentId, quantity, fields)).id);
    return { id, vendorId, items };
  };
  const years = async (departmentId: number, allocated = 100_000, fields: object = {}) => {
    const old = await aBudget(client(), { department_id: departmentId, ...fields });
    const year = { fiscal_year: 2027, allocated_amount: allocated };
    const next = await aBudget(client(), { department_id: departmentId, ...fields, ...year });
    return { old: Number(old.id), next: Number(next.id) };
  };
  const carry = (from: number, toBudget: number, fields: object = {}): Promise<Loose> =>
    client().post(`/budgets/${from}/carry-forward`, { to_budget_id: toBudget, ...fields }, 200);
  /** reserved, committed, spent. */
  const figures = async (id: number): Promise<number[]> => {
    const budget = await client().get(`/budgets/${id}`);
    return [budget.reserved_amount, budget.committed_amount, budget.spent_amount];
  };

  it('commits a voided invoice to the old budget if its order was approved after the old budget became active again', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    await to(old, 'frozen');
    await carry(old, next);
    await client().put(`/budgets/${old}`, { status: 'active', comments: 'The year is not over' }, 200);
    const late = await order(departmentId, 10);
    const invoice = await approved(service.client(), late, [{ quantity: 10 }]);
    expect(await figures(old)).toEqual([0, 0, 100]);
    await client().post(`/invoices/${invoice.id}/void`, { reason: 'Wrong vendor number' }, 200);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 100, 0],
      [0, 0, 0],
    ]);
  });

  it.each(['frozen', 'closed'])(
    'allows only an admin with comments to reactivate an emptied %s budget',
    async (status) => {
      const departmentId = await department();
      const { old, next } = await years(departmentId);
      await order(departmentId, 10);
      await to(old, status);
      await carry(old, next);
      expect([await figures(old), await figures(next)]).toEqual([
        [0, 0, 0],
        [0, 100, 0],
      ]);
      const manager = (await colleague(service, 'finance_manager')).client.through(form);
      const again = { status: 'active', comments: 'The year is not over' };
      const refused = await manager.call('PUT', `/budgets/${old}`, 403, again);
      expect(Object.keys(refused.body.errors)).toEqual(['ability']);
      const silent = await client().call('PUT', `/budgets/${old}`, 422, { status: 'active' });
      expect(Object.keys(silent.body.error.details)).toEqual(['comments']);
      expect((await client().put(`/budgets/${old}`, again, 200)).status).toBe('active');
      const action = status === 'closed' ? 'reopened' : 'activated';
      const entries: Loose[] = await client().get(`/audit-log?entity_type=budget&entity_id=${old}&action=${action}`);
      expect(entries.find(({ details }) => details.comments)).toMatchObject({
        details: { fields: ['status'], comments: 'The year is not over' },
      });
      // A manager may freeze and reactivate a budget without a carry-forward.
      await manager.put(`/budgets/${old}`, { status: 'frozen' }, 200);
      await manager.put(`/budgets/${old}`, { status: 'active' }, 200);
    },
  );

  it("does not allow a used budget's category to change, except in spelling", async () => {
    const departmentId = await department();
    const budget = await aBudget(client(), { department_id: departmentId, category: 'Furniture' });
    await waiting(departmentId, 1);
    const refused = await client().call('PUT', `/budgets/${budget.id}`, 422, { category: 'IT' });
    expect(refused.body.error.details).toEqual({ category: ['Cannot be changed once the budget has been used.'] });
    await client().call('PUT', `/budgets/${budget.id}`, 422, { category: null });
    await client().put(`/budgets/${budget.id}`, { category: 'Furniture' }, 200);
    await client().put(`/budgets/${budget.id}`, { category: 'FURNITURE' }, 200);
  });

  it('moves reservations and commitments, leaves spent amounts, and the rest of each order follows', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    const pending = await waiting(departmentId, 3);
    const half = await order(departmentId, 10);
    await approved(service.client(), half, [{ quantity: 4 }]);
    const open = await order(departmentId, 5, { expense_type: 'CAPEX' });
    expect(await figures(old)).toEqual([30, 110, 40]);

    await to(old, 'closed');
    const path = `/purchase-orders/${pending.id}/approve`;
    expect((await client().call('POST', path, 422, {})).body.error.code).toBe('BUDGET_CLOSED');
    const carried = await carry(old, next);
    expect(carried).toEqual({
      currency: 'SAR',
      moved: [
        { id: pending.id, po_number: pending.po_number, reserved_amount: 30, committed_amount: 0 },
        { id: half.id, po_number: expect.any(String), reserved_amount: 0, committed_amount: 60 },
        { id: open.id, po_number: expect.any(String), reserved_amount: 0, committed_amount: 50 },
      ],
      left: [],
      remaining: 0,
    });
    expect(await figures(old)).toEqual([0, 0, 40]);
    expect(await figures(next)).toEqual([30, 110, 0]);
    const lines: Loose[] = await client().get(`/budgets/${next}/movements`, 200, {
      type: 'carry',
      sort: 'id',
      order: 'asc',
    });
    expect(
      lines.map((one) => [one.purchase_order.id, one.expense_type, one.reserved_change, one.committed_change]),
    ).toEqual([
      [pending.id, 'OPEX', 30, 0],
      [half.id, 'OPEX', 0, 60],
      [open.id, 'CAPEX', 0, 50],
    ]);

    // A second run counts nothing twice.
    expect(await carry(old, next)).toMatchObject({ moved: [], left: [], remaining: 0 });
    expect(await figures(next)).toEqual([30, 110, 0]);

    await client().call('POST', path, 200, {});
    const invoice = await approved(service.client(), half, [{ quantity: 6 }]);
    expect(await figures(old)).toEqual([0, 0, 40]);
    expect(await figures(next)).toEqual([0, 80, 60]);
    await service.client().post(`/invoices/${invoice.id}/payments`, { amount: 60 }, 201);
    await service.client().post(`/purchase-orders/${open.id}/cancel`, { reason: 'No need' }, 200);
    expect(await figures(next)).toEqual([0, 30, 60]);
  });

  it('commits lines reopened by a void to the new budget, and removes their spent amount from the old one', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    const half = await order(departmentId, 10);
    const first = await approved(service.client(), half, [{ quantity: 4 }]);
    const done = await order(departmentId, 2);
    const whole = await approved(service.client(), done, [{ quantity: 2 }]);
    await to(old, 'closed');
    await carry(old, next);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 60],
      [0, 60, 0],
    ]);
    await service.client().post(`/invoices/${first.id}/void`, { reason: 'Wrong' }, 200);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 20],
      [0, 100, 0],
    ]);
    // This order had nothing open at the carry-forward. It follows the others all the same.
    await service.client().post(`/invoices/${whole.id}/void`, { reason: 'Wrong' }, 200);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 0],
      [0, 120, 0],
    ]);
    await approved(service.client(), done, [{ quantity: 2 }]);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 0],
      [0, 100, 20],
    ]);
  });

  it('is needed to move reopened lines: without one, a void commits to the order’s budget, closed or not', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    const done = await order(departmentId, 2);
    await receive(service.client(), done, [2]);
    const invoice = await approved(service.client(), done, [{ quantity: 2 }]);
    await to(old, 'closed');
    await service.client().post(`/invoices/${invoice.id}/void`, { reason: 'Wrong' }, 200);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 20, 0],
      [0, 0, 0],
    ]);
  });

  it('makes amendments that raise a carried order check the new budget', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId, 100);
    const open = await order(departmentId, 8);
    await to(old, 'closed');
    await carry(old, next);
    const path = `/purchase-orders/${open.id}/amendments`;
    const item = linesOf(open)[0].id;
    const amendment = await service.client().post(path, { reason: 'More', items: [{ id: item, quantity: 11 }] }, 201);
    const refused = await client().call('POST', `${path}/${amendment.id}/approve`, 422, {});
    expect(refused.body.error).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { budget_id: next, available: 20 } });
    await service.client().post(`${path}/${amendment.id}/cancel`, { reason: 'No' }, 200);
  });

  it('leaves an order that exceeds the new budget, unless an admin overrides with a reason', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId, 100);
    const [small, large, last] = [
      await order(departmentId, 6),
      await order(departmentId, 5),
      await order(departmentId, 4),
    ];
    await to(old, 'frozen');
    const carried = await carry(old, next);
    expect(carried.moved.map(({ id }: Loose) => id)).toEqual([small.id, last.id]);
    expect(carried.left).toEqual([
      {
        id: large.id,
        po_number: expect.any(String),
        error: {
          code: 'BUDGET_EXCEEDED',
          message: expect.stringContaining('the document needs 50.00'),
          details: expect.objectContaining({ budget_id: next, requested: 50 }),
        },
      },
    ]);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 50, 0],
      [0, 100, 0],
    ]);

    const path = `/budgets/${old}/carry-forward`;
    const asked = { to_budget_id: next, override_budget: true };
    const unreasoned = (await client().call('POST', path, 422, asked)).body;
    expect(Object.keys(form === 'a' ? unreasoned.error.details : unreasoned.errors)).toEqual(['comments']);
    const writer = service.client({ form, token: await service.mint(['read', 'write']) });
    expect((await writer.call('POST', path, 403, { ...asked, comments: 'Please' })).body.errors).toHaveProperty(
      'ability',
    );
    const passed = await carry(old, next, { override_budget: true, comments: 'Agreed by the board' });
    expect(passed.moved).toMatchObject([{ id: large.id, warnings: [{ code: 'BUDGET_EXCEEDED' }] }]);
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 0],
      [0, 150, 0],
    ]);
    const rows = await asOwner<{ action: string; details: Loose }>(
      service,
      `SELECT action, details FROM audit_log WHERE tenant_id = $1 AND entity_type = 'budget' AND entity_id IN ($2, $3)
          AND action IN ('carried_forward', 'overridden') ORDER BY id`,
      [service.tenant.tenant.id, old, next],
    );
    expect(rows).toMatchObject([
      { action: 'carried_forward', details: { changes: { carried_to_id: { from: null, to: next } } } },
      { action: 'carried_forward', details: { override_budget: true, comments: 'Agreed by the board' } },
      {
        action: 'overridden',
        details: { purchase_order_id: large.id, requested: '50', comments: 'Agreed by the board' },
      },
    ]);
    const trail = (await service.client().get(`/purchase-orders/${large.id}`)).audit_trail;
    expect(trail.at(-1)).toMatchObject({
      action: 'carried_forward',
      details: { from_budget_id: old, to_budget_id: next, reserved: '0', committed: '50' },
    });
  });

  it("follows the tenant’s setting: warn and ignore move the order; the new budget's threshold events are published", async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId, 100);
    const first = await order(departmentId, 9);
    const second = await order(departmentId, 9);
    await to(old, 'closed');
    await settings(service, { over_budget_action: 'warn' });
    const carried = await carry(old, next);
    expect(carried.moved).toMatchObject([{ id: first.id }, { id: second.id, warnings: [{ code: 'BUDGET_EXCEEDED' }] }]);
    expect(carried.moved[0]).not.toHaveProperty('warnings');
    const events = await thresholdEvents(service, next);
    expect(events.map((one) => [one.threshold_percentage, one.utilization_percentage])).toEqual([
      [90, 90],
      [100, 180],
    ]);
  });

  it('returns 422 for any budget except the next year’s active one of the same department, category and currency', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId, 100, { category: 'OPEX' });
    const held = await order(departmentId, 1);
    const fieldsOf = (body: Loose): Loose => (form === 'a' ? body.error.details : body.errors);
    const refused = async (toBudget: number): Promise<Loose> =>
      fieldsOf((await client().call('POST', `/budgets/${old}/carry-forward`, 422, { to_budget_id: toBudget })).body);
    const active = await client().call('POST', `/budgets/${old}/carry-forward`, 422, { to_budget_id: next });
    expect(active.body.error).toMatchObject({
      code: 'INVALID_STATUS',
      details: { status: 'active', allowed_statuses: ['closed', 'frozen'] },
    });
    await to(old, 'closed');
    const other = { fiscal_year: 2027, department_id: departmentId, category: 'OPEX' };
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
      [{ ...other, department_id: await department() }, 'Must belong to the same department.'],
      [{ ...other, category: 'CAPEX' }, 'Must have the same category.'],
      [{ ...other, currency: 'USD' }, 'Must be in SAR.'],
      [{ ...other, fiscal_year: 2028 }, 'Must belong to the fiscal year 2027.'],
    ];
    for (const [fields, said] of wrong) {
      expect(await refused((await aBudget(client(), fields)).id)).toEqual({ to_budget_id: [said] });
    }
    expect(await refused(999_999)).toEqual({ to_budget_id: ['No such record.'] });
    expect(Object.keys(await refused(old))).toEqual(['to_budget_id']);
    await to(next, 'frozen');
    expect(await refused(next)).toEqual({ to_budget_id: ['Must be active; it is frozen.'] });
    await to(next, 'active');

    const stranger = service.client({ form, token: (await service.newTenant()).token.token });
    await stranger.call('POST', `/budgets/${old}/carry-forward`, 404, { to_budget_id: next });
    const reader = service.client({ form, token: await service.mint(['read']) });
    await reader.call('POST', `/budgets/${old}/carry-forward`, 403, { to_budget_id: next });
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 10, 0],
      [0, 0, 0],
    ]);
    expect((await carry(old, next)).moved).toMatchObject([{ id: held.id }]);
  });

  it('moves only whole orders when interrupted, and a second run moves the rest', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    const orders = [await order(departmentId, 1), await order(departmentId, 2), await order(departmentId, 3)];
    await to(old, 'closed');
    await asOwner(
      service,
      `CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.type = 'carry' AND NEW.committed_change > 0 AND NEW.purchase_order_id = ${orders[1]?.id}
         THEN RAISE EXCEPTION 'cut off'; END IF; RETURN NEW; END $$`,
    );
    await asOwner(
      service,
      'CREATE TRIGGER cut_off BEFORE INSERT ON budget_movements FOR EACH ROW EXECUTE FUNCTION cut_off()',
    );
    try {
      await client().call('POST', `/budgets/${old}/carry-forward`, 500, { to_budget_id: next });
    } finally {
      await asOwner(service, 'DROP TRIGGER cut_off ON budget_movements');
      await asOwner(service, 'DROP FUNCTION cut_off()');
    }
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 50, 0],
      [0, 10, 0],
    ]);
    expect(await disagreements(service)).toEqual({});
    const rest = await carry(old, next);
    expect(rest.moved.map(({ id }: Loose) => id)).toEqual(orders.slice(1).map(({ id }) => id));
    expect([await figures(old), await figures(next)]).toEqual([
      [0, 0, 0],
      [0, 60, 0],
    ]);
  });

  it('moves each order once when two run at the same time', async () => {
    const departmentId = await department();
    const { old, next } = await years(departmentId);
    for (const quantity of [1, 2, 3]) await order(departmentId, quantity);
    await to(old, 'closed');
    const both = await Promise.all([carry(old, next), carry(old, next)]);
    expect(both.flatMap(({ moved }) => moved)).toHaveLength(3);
    expect(await figures(next)).toEqual([0, 60, 0]);
  });
});
