import { Service, startApp } from '../support/app';
import { asOwner, aVendor } from '../support/purchase-orders';
jest.setTimeout(600_000);
it('times', async () => {
  const service = await startApp();
  const admin = service.client();
  const vendorId = (await aVendor(admin)).id;
  for (let i = 0; i < 300; i++) await asOwner(service, `INSERT INTO vendors (tenant_id,name,payment_terms,status,created_at,updated_at) VALUES ($1,$2,30,'active',now(),now())`, [service.tenant.tenant.id, `Vendor number ${i}`]);
  const tenant = service.tenant.tenant.id;
  await asOwner(service, `INSERT INTO purchase_orders (tenant_id, po_number, status, vendor_id, department_id, created_by_id, currency, expense_type, notes, subtotal, vat_amount, total_amount, created_at, updated_at)
    SELECT $1, 'PO-2025-'||lpad(g::text,6,'0'), (ARRAY['draft','pending_approval','approved','rejected','completed'])[1+g%5], 1+g%300, 1, 1, 'SAR','OPEX', 'note '||md5(g::text), g, 0, g, now() - (g||' minutes')::interval, now() FROM generate_series(1,200000) g`, [tenant]);
  await asOwner(service, `INSERT INTO purchase_order_items (tenant_id, purchase_order_id, line_number, description, quantity, unit_price, vat_rate, net_amount, vat_amount, total_amount)
    SELECT tenant_id, id, 1, 'item '||md5(id::text||'x'), 1, subtotal, 0, subtotal, 0, subtotal FROM purchase_orders`);
  await asOwner(service, 'ANALYZE');
  const time = async (name: string, q: any) => {
    const t: number[] = [];
    for (let i = 0; i < 5; i++) { const s = performance.now(); await admin.get('/purchase-orders', 200, q); t.push(Math.round(performance.now() - s)); }
    console.log(name, t.join(' '));
  };
  await time('first', {});
  await time('status', { status: 'approved', vendor_id: 5 });
  await time('last', { page: 13333 });
  await time('nohit', { search: 'zzzqqq' });
  await time('hit', { search: 'abcd1' });
  await time('vendor', { search: 'number 77' });
  await time('num', { search: '123456' });
  await time('broad', { search: 'note' });
  await time('sort vendor', { sort: 'vendor' });
  await time('sort total', { sort: 'total_amount' });
  await service.stop();
});
