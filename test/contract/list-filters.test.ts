import type { Form } from '../../src/platform/http';
import { type Service, startApp, storyClock } from '../support/app';
import { aBudget } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, approved, enter, submitted } from '../support/invoices';
import { aDraft, anApproved, aSubmitted, aVendor } from '../support/purchase-orders';

const FORMS = ['a', 'b'] as const;
const VAT = '300000000000003';

/** Filters that the tests of the modules do not cover. */
describe('list filters', () => {
  let service: Service;
  const clock = storyClock();
  const ids: Record<string, number> = {};
  const admin = () => service.client();

  beforeAll(async () => {
    service = await startApp({ clock });
    ids['me'] = (await admin().get('/users/me')).id;
    ids['project'] = (await admin().post('/projects', { name: 'Al Malqa School', code: 'MALQA-01' }, 201)).id;
    await aBudget(admin());
    const vendor = await aVendor(admin(), { vat_number: VAT, currency: 'SAR' });
    await aVendor(admin(), { name: 'Gulf Steel', currency: 'AED' });
    ids['vendor'] = vendor.id;
    ids['draft'] = (await aDraft(admin(), vendor.id, { project_id: ids['project'] })).id;
    ids['pending'] = (await aSubmitted(admin(), vendor.id)).id;
    ids['approved'] = (await anApproved(admin(), vendor.id)).id;
    const order = await anOrderOf(service, vendor.id, [{}], { project_id: ids['project'] });
    ids['billed'] = order.id;
    const due = { invoice_date: '2026-03-01', due_date: '2026-03-31' };
    ids['entered'] = (await enter(admin(), order, [{ quantity: 1, unit_price: 500 }], due)).id;
    clock.advance(60_000);
  });
  afterAll(() => service.stop());
  beforeEach(() => clock.advance(60_000));

  const list = async (form: Form, path: string, query: Record<string, string | number>) => {
    const { body } = await service.client({ form }).call('GET', path, 200, undefined, { query });
    const found: number[] = body.data.map(({ id }: Loose) => id);
    // The total comes from another query than the rows.
    expect(body.meta.total).toBe(found.length);
    return found.sort((one, other) => one - other);
  };

  it.each(FORMS)('Form %s: accept several statuses and return the exact total', async (form) => {
    const pending = form === 'a' ? 'pending_approval' : 'pending';
    const wanted = [ids['draft'], ids['pending']];
    expect(await list(form, '/purchase-orders', { status: `draft,${pending}` })).toEqual(wanted);
    expect(await list(form, '/purchase-orders', { status: `${pending}, draft,draft` })).toEqual(wanted);
    expect(
      await list(form, '/purchase-orders', { status: `draft,${pending}`, project_id: ids['project'] ?? 0 }),
    ).toEqual([ids['draft']]);
    expect(await list(form, '/invoices', { status: 'draft,paid' })).toEqual([ids['entered']]);
    expect(await list(form, '/vendors', { status: 'active,blocked' })).toHaveLength(2);
    expect(await list(form, '/budgets', { status: 'draft,active' })).toHaveLength(1);
    expect(await list(form, '/users', { status: 'invited,inactive' })).toEqual([]);
  });

  it.each(FORMS)('Form %s: return 400 if one of several statuses is unknown', async (form) => {
    for (const path of ['/purchase-orders', '/invoices', '/vendors', '/budgets', '/users', '/goods-receipts']) {
      for (const status of ['draft,lost', 'active,', '']) {
        const { body } = await service.client({ form }).call('GET', path, 400, undefined, { query: { status } });
        expect(body.error.details ?? body.errors).toHaveProperty('status');
      }
    }
  });

  it.each(FORMS)('Form %s: select by currency, project, author and VAT number', async (form) => {
    const vat = form === 'a' ? 'vat_number' : 'tax_number';
    expect(await list(form, '/vendors', { [vat]: '3000 0000 0000-003' })).toEqual([ids['vendor']]);
    expect(await list(form, '/vendors', { [vat]: '300000000000004' })).toEqual([]);
    expect(await list(form, '/vendors', { currency: 'sar' })).toEqual([ids['vendor']]);
    expect(await list(form, '/purchase-orders', { currency: 'SAR', created_by_id: ids['me'] ?? 0 })).toHaveLength(4);
    expect(await list(form, '/purchase-orders', { currency: 'AED' })).toEqual([]);
    expect(await list(form, '/purchase-orders', { created_by_id: 999_999 })).toEqual([]);
    const ofProject = { project_id: ids['project'] ?? 0 };
    expect(await list(form, '/purchase-orders', ofProject)).toEqual([ids['draft'], ids['billed']]);
    expect(await list(form, '/invoices', { ...ofProject, currency: 'SAR', created_by_id: ids['me'] ?? 0 })).toEqual([
      ids['entered'],
    ]);
    expect(await list(form, '/invoices', { project_id: 999_999 })).toEqual([]);
    if (form === 'b') expect(await list('b', '/purchase-orders', { requester_id: ids['me'] ?? 0 })).toHaveLength(4);
  });

  it.each(FORMS)('Form %s: select invoices by due date, including both days', async (form) => {
    expect(await list(form, '/invoices', { due_from: '2026-03-31', due_to: '2026-03-31' })).toEqual([ids['entered']]);
    expect(await list(form, '/invoices', { due_from: '2026-04-01' })).toEqual([]);
    expect(await list(form, '/invoices', { due_to: '2026-03-30' })).toEqual([]);
  });

  it.each(FORMS)('Form %s: select exactly the invoices with the payment status in the response', async (form) => {
    const vendor = await aVendor(admin());
    const line = [{ quantity: 1, unit_price: 500 }];
    const pay = (id: number, amount: number) => admin().post(`/invoices/${id}/payments`, { amount }, 201);
    const ones: Loose[] = [];
    for (const fields of [{}, { due_date: '2026-03-10', invoice_date: '2026-03-01' }, {}]) {
      ones.push(
        await approved(admin(), await anOrderOf(service, vendor.id, [{ quantity: 1, unit_price: 500 }]), line, fields),
      );
    }
    await pay(ones[0].id, 100);
    await pay(ones[2].id, ones[2].amount_due);
    await submitted(admin(), await anOrderOf(service, vendor.id), line);
    const { body } = await service
      .client({ form })
      .call('GET', '/invoices', 200, undefined, { query: { per_page: 100 } });
    const shown = (...statuses: string[]): number[] =>
      body.data
        .filter(({ payment_status: status }: Loose) => statuses.includes(status))
        .map(({ id }: Loose) => id)
        .sort((one: number, other: number) => one - other);
    for (const status of ['unpaid', 'partial', 'paid']) {
      expect(shown(status).length).toBeGreaterThan(0);
      expect(await list(form, '/invoices', { payment_status: status, per_page: 100 })).toEqual(shown(status));
    }
    expect(await list(form, '/invoices', { payment_status: 'paid,overdue', per_page: 100 })).toEqual(
      shown('paid', 'overdue'),
    );
    await service.client({ form }).call('GET', '/invoices', 400, undefined, { query: { payment_status: 'late' } });
  });

  it.each(FORMS)('Form %s: select records by the time of any change', async (form) => {
    clock.advance(60_000);
    const before = clock.now().toISOString();
    clock.advance(1_000);
    const vendor = await aVendor(admin());
    const order = await anOrderOf(service, vendor.id, [{ quantity: 1, unit_price: 500 }]);
    const invoice = await approved(admin(), order, [{ quantity: 1, unit_price: 500 }]);
    clock.advance(1_000);
    const between = clock.now().toISOString();
    clock.advance(1_000);
    const since = (path: string, updated_from: string) =>
      list(form, path, { updated_from, sort: 'updated_at', per_page: 100 });
    expect(await since('/vendors', before)).toEqual([vendor.id]);
    expect(await since('/vendors', between)).toEqual([]);
    expect(await since('/budgets', before)).toHaveLength(1);
    expect(await since('/budgets', between)).toEqual([]);
    expect(await since('/purchase-orders', before)).toEqual([order.id]);
    await admin().post(`/invoices/${invoice.id}/payments`, { amount: 100 }, 201);
    expect(await since('/invoices', between)).toEqual([invoice.id]);
    // A budget shows paid amounts, so a payment changes it too.
    expect(await since('/budgets', between)).toHaveLength(1);
    expect(await list(form, '/invoices', { updated_from: before, updated_to: between })).toEqual([]);
    // A date without a time means the whole day.
    expect(
      await list(form, '/invoices', { updated_from: '2026-03-10', updated_to: '2026-03-10', per_page: 100 }),
    ).toContain(invoice.id);
    expect(await list(form, '/invoices', { updated_from: '2026-03-11' })).toEqual([]);
    for (const updated_from of ['yesterday', '2026-02-30', '2026-03-10T09:00']) {
      await service.client({ form }).call('GET', '/invoices', 400, undefined, { query: { updated_from } });
    }
  });
});
