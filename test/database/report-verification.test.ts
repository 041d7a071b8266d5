import { FigureFolding } from '../../src/procurement/figures';
import { FigureVerification } from '../../src/procurement/reports';
import { type Service, startApp } from '../support/app';
import { command } from '../support/command';
import { anOrderOf, approved, receive } from '../support/invoices';
import { asOwner, aVendor, meanwhile, settings } from '../support/purchase-orders';
import { repair } from '../support/repairs';

/** A verification without findings proves something only if it can find faults. */
describe('The verification of figures', () => {
  let service: Service;
  let vendorId: number;

  beforeAll(async () => {
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    await settings(service, { matching_policy: 'two_way' });
    const admin = service.client();
    vendorId = (await aVendor(admin, { category: 'Paper' })).id;
    const order = await anOrderOf(service, vendorId);
    await receive(admin, order, [10]);
    const invoice = await approved(admin, order);
    await admin.post(`/invoices/${invoice.id}/payments`, { amount: 60 }, 201);
    await service.app.get(FigureFolding).foldAll();
  });
  afterAll(() => service.stop());

  const found = async (): Promise<string[]> => {
    const { differences } = await service.app.get(FigureVerification).all();
    return differences.map(({ measure, key, grain }) => [measure, key, grain].filter(Boolean).join(' '));
  };
  const add = (by: string, where: string) => `UPDATE report_figures SET ${by} WHERE ${where}`;

  it('finds nothing after operations of the service, folded or not', async () => {
    expect(await found()).toEqual([]);
    await anOrderOf(service, vendorId);
    expect(await found()).toEqual([]);
    await service.app.get(FigureFolding).foldAll();
    expect(await found()).toEqual([]);
  });

  it.each([
    ['orders', '', 'day'],
    ['orders', '', 'month'],
    ['orders', '', 'year'],
    ['orders.vendor', 'vendor', 'month'],
    ['invoiced.vendor', 'vendor', 'day'],
    ['paid.vendor', 'vendor', 'year'],
    ['orders.category', ':Paper', 'year'],
    ['paid.category', ':Paper', 'day'],
    ['performance.receipts', '', 'month'],
    ['performance.received.category', ':Paper', 'day'],
  ])('finds a surplus cent in %s %s of a %s', async (measure, key, grain) => {
    const of = key === 'vendor' ? String(vendorId) : key;
    const where = `measure = '${measure}' AND key = '${of}' AND grain = '${grain}'`;
    const names = await meanwhile(
      service,
      add('amount = amount + 0.01', where),
      add('amount = amount - 0.01', where),
      found,
    );
    expect(names).toEqual([[measure, of, grain].filter(Boolean).join(' ')]);
  });

  it('finds a surplus vendor, a missing figure and an unknown one', async () => {
    const vendors = `measure = 'vendor_list' AND grain = 'day'`;
    expect(
      await meanwhile(service, add('count = count + 1', vendors), add('count = count - 1', vendors), found),
    ).toEqual(['vendor_list active day']);
    const move = (from: string, to: string) => add(`measure = '${to}'`, `measure = '${from}' AND grain = 'year'`);
    expect(await meanwhile(service, move('approval_hours', 'sleep'), move('sleep', 'approval_hours'), found)).toEqual([
      'approval_hours year',
      'sleep year',
    ]);
  });

  it('finds an extra entry that waits to be folded, in all figures that it would change', async () => {
    const entry = `INSERT INTO report_entries (tenant_id, measure, key, day, currency, count, amount)
      VALUES ('${service.tenant.tenant.id}', 'orders.vendor', '${vendorId}', '2026-02-03', 'SAR', 1, 5)`;
    expect((await meanwhile(service, entry, 'DELETE FROM report_entries', found)).sort()).toEqual([
      ...['day', 'month', 'year'].map((grain) => `orders.category :Paper ${grain}`),
      ...['day', 'month', 'year'].map((grain) => `orders.vendor ${vendorId} ${grain}`),
    ]);
  });

  it('finds a document that differs from the figures', async () => {
    const invoices = (by: string) =>
      `SET session_replication_role = replica; UPDATE invoices SET subtotal = subtotal ${by}, total = total ${by}; RESET session_replication_role`;
    const names = await meanwhile(service, invoices('+ 1'), invoices('- 1'), found);
    expect(new Set(names.map((name) => name.split(' ')[0]))).toEqual(
      new Set(['invoiced', 'invoiced.category', 'invoiced.department', 'invoiced.vendor', 'match', 'matched']),
    );
  });

  it('finds nothing after deploy/repair-reports.sql', async () => {
    await asOwner(service, add('amount = amount + 0.01, count = count - 1', `measure = 'paid' AND grain = 'year'`));
    await asOwner(service, `DELETE FROM report_figures WHERE measure = 'orders.category' AND grain = 'month'`);
    expect((await found()).sort()).toEqual(['orders.category :Paper month', 'paid year']);
    await asOwner(service, repair('reports', await service.app.get(FigureVerification).all()));
    expect(await found()).toEqual([]);
  });

  it('reports differences on the command line and by its exit code', async () => {
    const kept = (): Promise<unknown> =>
      asOwner(service, `SELECT faults::int FROM verification_results WHERE verified = 'reports'`);
    const clean = await command(service, 'report:verify');
    expect([clean.code, clean.said]).toEqual([0, '1 tenants, 0 differences.\n']);
    expect(await kept()).toEqual([{ faults: 0 }]);
    const where = `measure = 'paid' AND grain = 'year'`;
    const dirty = await meanwhile(service, add('amount = amount + 1', where), add('amount = amount - 1', where), () =>
      command(service, 'report:verify'),
    );
    expect(await kept()).toEqual([{ faults: 1 }]);
    expect(dirty.code).toBe(1);
    expect(dirty.said).toMatch(
      new RegExp(
        `^Tenant ${service.tenant.tenant.id}: paid year \\S+ SAR is 1 and 61.\\d+, counted 1 and 60.\\d+\\.\n1 tenants, 1 differences\\.\n$`,
      ),
    );
  });
});
