import { BudgetVerification } from '../../src/procurement/budgets';
import { type Service, startApp } from '../support/app';
import { aBudget, aDepartment } from '../support/budgets';
import { disagreements } from '../support/books';
import { command, started } from '../support/command';
import { anOrderOf, approved, receive } from '../support/invoices';
import { repair } from '../support/repairs';
import { until } from '../support/until';
import { asOwner, aSubmitted, aVendor, meanwhile, settings } from '../support/purchase-orders';

/** A verification without findings proves something only if it can find faults. */
describe('The verification of budgets', () => {
  let service: Service;
  let invoiceId: number;

  beforeAll(async () => {
    service = await startApp({ books: false });
    await settings(service, { matching_policy: 'two_way' });
    const admin = service.client();
    const vendorId = (await aVendor(admin)).id;
    const department_id = await aDepartment(admin, 'V');
    const fiscal_year = new Date().getUTCFullYear();
    await aBudget(admin, { department_id, fiscal_year });
    const order = await anOrderOf(service, vendorId, [{}], { department_id, expense_type: 'CAPEX' });
    invoiceId = (await approved(admin, order, [{ quantity: 4 }])).id;
    await admin.post(`/invoices/${invoiceId}/payments`, { amount: 60 }, 201);
    await aSubmitted(admin, vendorId, { department_id });
  });
  afterAll(() => service.stop());

  const verify = () => service.app.get(BudgetVerification).all();
  const found = async (): Promise<Record<string, string[]>> => {
    const { differences } = await verify();
    return Object.fromEntries(
      differences.map(({ figure, kept, ledger, documents }) => [figure, [kept, ledger, documents]]),
    );
  };

  it('finds nothing after operations of the service', async () => {
    expect(await verify()).toEqual({ tenants: 1, complete: true, stopped_after: null, budgets: 1, differences: [] });
    expect(await disagreements(service)).toEqual({});
    const [kept] = await asOwner<object>(
      service,
      `SELECT reserved_amount::text, committed_amount::text, spent_amount::text, paid_amount::text FROM budgets`,
    );
    expect(kept).toEqual({
      reserved_amount: '293.250',
      committed_amount: '690.000',
      spent_amount: '460.000',
      paid_amount: '60.000',
    });
  });

  it.each(['reserved', 'committed', 'spent', 'paid'])('finds a surplus cent in the %s amount', async (figure) => {
    const add = (cent: string) => `UPDATE budgets SET ${figure}_amount = ${figure}_amount + ${cent}`;
    const differences = await meanwhile(service, add('0.01'), add('-0.01'), found);
    expect(Object.keys(differences)).toEqual([figure]);
    const [kept, ledger, documents] = differences[figure] ?? [];
    expect([Number(kept) - Number(ledger), Number(ledger)]).toEqual([expect.closeTo(0.01, 6), Number(documents)]);
  });

  it.each(['reserved', 'committed', 'spent'])('finds a cent of CAPEX that is not %s', async (figure) => {
    const add = (cent: string) => `UPDATE budgets SET capex_${figure} = capex_${figure} + ${cent}`;
    expect(Object.keys(await meanwhile(service, add('0.01'), add('-0.01'), found))).toEqual([`capex_${figure}`]);
  });

  it('finds a ledger with more movements than counted', async () => {
    const add = (movements: number) => `UPDATE budgets SET movement_count = movement_count + ${movements}`;
    expect(await meanwhile(service, add(-1), add(1), found)).toEqual({ movements: ['6', '7', '7'] });
  });

  it('finds a ledger that lacks a cent, even if the budget agrees with the documents', async () => {
    const add = (cent: string) =>
      `UPDATE budget_movements SET spent_change = spent_change + ${cent} WHERE type = 'spend'`;
    expect(await meanwhile(service, add('-0.01'), add('0.01'), found)).toEqual({
      spent: ['460.000', '459.990', '460.000'],
      capex_spent: ['460.000', '459.990', '460.000'],
    });
  });

  it('finds documents that differ from budget and ledger', async () => {
    const add = (cent: string) =>
      `UPDATE invoices SET subtotal = subtotal + ${cent}, total = total + ${cent} WHERE id = ${invoiceId}`;
    expect((await meanwhile(service, add('0.01'), add('-0.01'), found))['spent']).toEqual([
      '460.000',
      '460.000',
      '460.010',
    ]);
    const price = (by: string) => `UPDATE purchase_order_items SET unit_price = unit_price ${by}`;
    const dearer = await meanwhile(service, price('+ 1'), price('- 1'), found);
    expect(dearer['committed']?.map(Number)).toEqual([690, 690, 696.9]);
  });

  it('finds totals of other modules that differ from their records', async () => {
    const vendors = (by: number) => `UPDATE vendors SET total_orders = total_orders + ${by}`;
    expect(Object.keys(await meanwhile(service, vendors(1), vendors(-1), () => disagreements(service)))).toEqual([
      'vendors against their orders',
    ]);
    const lines = (by: string) => `UPDATE purchase_order_items SET invoiced_quantity = invoiced_quantity + ${by}`;
    expect(
      Object.keys(await meanwhile(service, lines('0.0001'), lines('-0.0001'), () => disagreements(service))),
    ).toEqual(['order lines against receipts and invoices']);
  });

  it('finds nothing after deploy/repair-budgets.sql if ledger and documents agree', async () => {
    await asOwner(
      service,
      `UPDATE budgets SET committed_amount = committed_amount + 0.01, capex_spent = capex_spent - 1, movement_count = 3`,
    );
    expect(Object.keys(await found())).toEqual(['committed', 'capex_spent', 'movements']);
    await asOwner(service, repair('budgets', await verify()));
    expect(await found()).toEqual({});
  });

  it('leaves a budget to the operator if ledger and documents differ: the repair changes nothing', async () => {
    const add = (cent: string) =>
      `UPDATE budget_movements SET spent_change = spent_change + ${cent} WHERE type = 'spend'`;
    const changed = await meanwhile(service, add('-0.01'), add('0.01'), async () =>
      asOwner(service, repair('budgets', await verify())),
    );
    expect(changed).toEqual([]);
  });

  it('reports differences on the command line and by its exit code', async () => {
    const kept = (): Promise<unknown> =>
      asOwner(service, `SELECT faults::int FROM verification_results WHERE verified = 'budgets'`);
    const clean = await command(service, 'budget:verify');
    expect([clean.code, clean.said]).toEqual([0, '1 budgets, 0 differences.\n']);
    expect(await kept()).toEqual([{ faults: 0 }]);
    const add = (cent: string) => `UPDATE budgets SET paid_amount = paid_amount + ${cent}`;
    const dirty = await meanwhile(service, add('0.01'), add('-0.01'), () =>
      command(service, 'budget:verify', '--json'),
    );
    expect(await kept()).toEqual([{ faults: 1 }]);
    expect([dirty.code, JSON.parse(dirty.said)]).toEqual([
      1,
      {
        tenants: 1,
        complete: true,
        stopped_after: null,
        budgets: 1,
        differences: [
          {
            tenant_id: service.tenant.tenant.id,
            budget_id: expect.any(Number),
            name: 'General 2026',
            figure: 'paid',
            kept: '60.010',
            ledger: '60.000',
            documents: '60.000',
          },
        ],
      },
    ]);
    const named = await meanwhile(service, add('0.01'), add('-0.01'), () => command(service, 'budget:verify'));
    expect(named.said).toMatch(
      new RegExp(`^Tenant ${service.tenant.tenant.id}: budget \\d+ \\(General 2026\\): paid is 60.010`),
    );
    const rebuilt = await command(service, 'performance:rebuild', '--json');
    expect([rebuilt.code, JSON.parse(rebuilt.said)]).toMatchObject([
      0,
      { vendors: 1, ordersCorrected: 0, periodsCorrected: 0, scoresCorrected: 0 },
    ]);
  });

  it('stops after the current tenant on a signal, reports its findings, and can continue from there', async () => {
    const ids = [service.tenant, await service.newTenant(), await service.newTenant()]
      .map(({ tenant }) => tenant.id)
      .sort();
    const holder = await service.owner.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE budgets');
      const [pid] = (await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows.map((row) => row.pid);
      const verifying = started(service, 'budget:verify', '--json');
      const waits = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
      await until(async () => (await service.owner.query(waits, [pid])).rowCount !== 0);
      verifying.child.kill('SIGTERM');
      await until(() => verifying.complained().includes('Stopping after the tenant in hand'));
      await holder.query('ROLLBACK');
      const { signal, said } = await verifying.ended;
      expect(signal).toBe('SIGTERM');
      expect(JSON.parse(said)).toMatchObject({ tenants: 1, complete: false, stopped_after: ids[0], differences: [] });
      expect(verifying.complained()).toContain(`node dist/cli.js budget:verify --after ${ids[0]}`);
      const rest = await command(service, 'budget:verify', '--json', '--after', ids[0] ?? '');
      expect([rest.code, JSON.parse(rest.said)]).toMatchObject([
        0,
        { tenants: 2, complete: true, stopped_after: null },
      ]);
    } finally {
      holder.release();
    }
  });

  describe('finds nothing', () => {
    const admin = () => service.client();
    const aFunded = async (code: string): Promise<number> => {
      const department_id = await aDepartment(admin(), code);
      await aBudget(admin(), { department_id, fiscal_year: new Date().getUTCFullYear() });
      return department_id;
    };
    const differences = async (): Promise<unknown> => (await verify()).differences;

    it('after an order was closed short with received goods still to be billed', async () => {
      const department_id = await aFunded('VS');
      const order = await anOrderOf(service, (await aVendor(admin())).id, [{}], { department_id });
      await receive(admin(), order, [4]);
      await admin().post(`/purchase-orders/${order.id}/close`, { reason: 'No more comes' }, 200);
      expect(await admin().get(`/purchase-orders/${order.id}`)).toMatchObject({ status: 'approved' });
      expect(await differences()).toEqual([]);
    });

    it('after a rejected order was submitted again for a department without a budget', async () => {
      const department_id = await aFunded('VW');
      const { id } = await aSubmitted(admin(), (await aVendor(admin())).id, { department_id });
      await admin().post(`/purchase-orders/${id}/reject`, { reason: 'Not ours' }, 200);
      await admin().post(`/purchase-orders/${id}/revise`, undefined, 200);
      await admin().put(`/purchase-orders/${id}`, { department_id: await aDepartment(admin(), 'VO') }, 200);
      await admin().post(`/purchase-orders/${id}/submit`, undefined, 200);
      expect(await differences()).toEqual([]);
    });
  });
});
