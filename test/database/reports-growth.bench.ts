import { FigureFolding } from '../../src/reports';
import { type Service, startApp } from '../support/app';
import { asOwner, aVendor } from '../support/purchase-orders';

jest.setTimeout(3_000_000);
const N = Number(process.env['BENCH_N'] ?? 100_000);

async function seed(service: Service, tenantId: string, orders: number, vendors = 200): Promise<void> {
  const [user] = await asOwner<{ id: string; department_id: string }>(service, 'SELECT id, department_id FROM users WHERE tenant_id=$1 LIMIT 1', [tenantId]);
  const t0 = Date.now();
  await asOwner(service, `INSERT INTO departments (tenant_id, name, code, created_at, updated_at) SELECT $1, 'D'||g, 'D'||g, now(), now() FROM generate_series(1,20) g`, [tenantId]);
  await asOwner(service, `INSERT INTO vendors (tenant_id, name, payment_terms, category, status, created_at, updated_at, performance_score) SELECT $1, 'V'||g, 30, 'C'||(g%10), 'active', now(), now(), g%100 FROM generate_series(1,${vendors}) g`, [tenantId]);
  await asOwner(service, `
    INSERT INTO purchase_orders (tenant_id, po_number, status, vendor_id, department_id, created_by_id, currency, expense_type, subtotal, vat_amount, total_amount, submissions, submitted_at, approved_at, expected_delivery_date, cancelled_from, created_at, updated_at)
    SELECT $1, 'PO-B-'||g, s.status, v.ids[1 + g % array_length(v.ids,1)], d.ids[1 + (g/7) % array_length(d.ids,1)], $2, 'SAR', 'OPEX', 100 + g % 900, 0, 100 + g % 900, 1,
           c.at + interval '1 hour', CASE WHEN s.status IN ('approved','completed') THEN c.at + interval '5 hours' END, (c.at + interval '10 days')::date, NULL, c.at, c.at
      FROM generate_series(1, ${orders}) g
      CROSS JOIN LATERAL (SELECT now() - (((g::bigint * 7919) % 730000) / 1000.0) * interval '1 day' AS at) c
      CROSS JOIN LATERAL (SELECT (ARRAY['completed','completed','completed','completed','completed','approved','approved','draft','pending_approval','rejected'])[1 + g % 10] AS status) s
      CROSS JOIN (SELECT array_agg(id) AS ids FROM vendors WHERE tenant_id=$1) v
      CROSS JOIN (SELECT array_agg(id) AS ids FROM departments WHERE tenant_id=$1) d`, [tenantId, user?.id]);
  console.log(`${orders} orders: ${Date.now() - t0} ms`);
  await asOwner(service, `
    INSERT INTO invoices (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, purchase_order_id, status, match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, submitted_at, match, created_at, updated_at)
    SELECT o.tenant_id, 'INV-B-'||o.id, 'B'||o.id, 'b'||o.id, 2026, o.vendor_id, o.id, CASE WHEN o.id % 20 = 0 THEN 'submitted' ELSE 'paid' END, CASE WHEN o.id % 20 = 0 THEN 'mismatch' ELSE 'full_match' END, 'SAR', o.subtotal, 0, o.total_amount,
           o.approved_at::date, o.approved_at::date + 30, o.approved_at, '{"po_variance_pct":"1.00","gr_variance_pct":"0.00","reasons":[],"lines":[]}', o.approved_at, o.approved_at
      FROM purchase_orders o WHERE o.tenant_id=$1 AND o.status='completed'`, [tenantId]);
  await asOwner(service, `INSERT INTO payments (tenant_id, invoice_id, amount, paid_at, created_at, status_after, paid_after, due_after) SELECT tenant_id, id, total, created_at + interval '3 days', created_at, 'paid', total, 0 FROM invoices WHERE tenant_id=$1 AND status='paid'`, [tenantId]);
  await asOwner(service, `
    INSERT INTO vendor_performance_periods (tenant_id, vendor_id, grain, day, lines_on_time, lines_late, receipts, receipt_days, received, answers, answer_hours, priced_lines)
    SELECT o.tenant_id, o.vendor_id, g.grain, date_trunc(g.grain, o.approved_at)::date, count(*), count(*) FILTER (WHERE o.id % 9 = 0), count(*), count(*) * 4, count(*)*10, count(*), count(*)*50, count(*)
      FROM purchase_orders o CROSS JOIN (VALUES ('day'),('month')) g(grain) WHERE o.tenant_id=$1 AND o.status='completed' GROUP BY 1,2,3,4`, [tenantId]);
  const t1 = Date.now();
  for (;;) {
    await service.app.get(FigureFolding).foldAll();
    const [row] = await asOwner<{ count: string }>(service, 'SELECT count(*) FROM report_entries');
    if (Number(row?.count) === 0) break;
    console.log('left', row?.count);
    await new Promise((r) => setTimeout(r, 1000));
  }
  console.log(`seeded ${Date.now() - t0} ms, folding ${Date.now() - t1} ms`);
}

it('grows', async () => {
  const service = await startApp({ env: { DATABASE_POOL_SIZE: '4' } });
  try {
    const big = await service.newTenant();
    const small = await service.newTenant();
    await asOwner(service, `UPDATE tenants SET plan='enterprise'`);
    await seed(service, small.tenant.id, 1000);
    await seed(service, big.tenant.id, N);
    await asOwner(service, 'VACUUM ANALYZE');
    const clients = { small: service.client({ token: small.token.token }), big: service.client({ token: big.token.token }) };
    const budgets: Record<string, number> = {};
    for (const [name, client] of Object.entries(clients)) {
      const me = await client.get('/users/me');
      budgets[name] = (await client.post('/budgets', { name: 'B', allocated_amount: 1000, department_id: me.department.id, fiscal_year: 2026 }, 201)).id;
    }
    const paths = ['/reports/spending', '/reports/spending?group_by=department', '/reports/spending?group_by=vendor', '/reports/spending?group_by=category', '/reports/po-status', '/reports/invoice-matching', '/reports/vendor-performance', '/budgets/:b/utilization', '/reports/spending?from_date=2025-01-17&group_by=department'];
    const { Redis } = { Redis: null };
    void Redis;
    const lines: string[] = [];
    for (const path of paths) {
      const times: Record<string, number[]> = { small: [], big: [] };
      for (let i = 0; i < 55; i++) {
        for (const name of i % 2 ? ['small', 'big'] : ['big', 'small']) {
          const p = path.replace(':b', String(budgets[name]));
          const t = process.hrtime.bigint();
          const reply = await clients[name as 'small'].raw('GET', p);
          const ms = Number(process.hrtime.bigint() - t) / 1e6;
          if (reply.status !== 200) throw new Error(`${p} ${reply.status} ${reply.text}`);
          if (i >= 5) times[name]?.push(ms);
        }
      }
      const median = (list: number[] = []) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
      lines.push(`${path}: small ${median(times['small']).toFixed(2)} big ${median(times['big']).toFixed(2)} ratio ${(median(times['big']) / median(times['small'])).toFixed(2)}`);
    }
    console.log(lines.join('\n'));
    void aVendor;
  } finally {
    await service.stop();
  }
});
