import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';

/** The notes of one order per entry. All other searchable fields are the same. */
const NOTES = [
  'Paper 80 g',
  "O'Neill's \\ back\\slash",
  '100% cotton_bags',
  '100 percent cotton bags',
  'ورق طباعة أبيض',
  'STRASSE und ÉCOLE',
  'a\nb\tc: the end',
  'xyz',
  'ends in 123456',
  '123456 begins',
  'in 91234567 the middle',
  `${'long '.repeat(60)}text at the end`,
  '🧾🧾🧾 receipts',
  'شركة أحمد للإنشاءات – مُقاوَلات فنيّة',
  'کابل ۲۵ ميلي ٣ مـتر',
  'Ｔｏｎｅｒ  no.\u00a07',
];

const SEARCHES = [
  ...['pap', 'PAPE', 'paper', 'aper 80', 'g', '80'],
  ...["'ne", "o'neill's", '\\ ba', 'k\\slash', '\\'],
  ...['0%', '100%', '100_', 'cotton_bags', 'n_b', '% c', '%%%', '___'],
  ...['طباعة', 'أبي', 'ورق طباعة أبيض', 'ض'],
  ...['strasse', 'straße', 'École', 'écol', 'ecole'],
  ...['شركه احمد', 'للانشاءات', 'مقاولات', 'فنية', 'كابل 25', '25', '3 متر', 'ابيض', 'ه'],
  ...['toner no. 7', 'TONER', '\u200ftoner', ' NO. ', 'ｔo'],
  ...['c: the', ': t', 'xyz', 'xyzx', 'YZ'],
  ...['123', '1234', '12345', '123456', '1234567', '23456 b', '3456'],
  ...['long long text at', 'end', 'the end', '🧾🧾', '🧾🧾🧾', '🧾 rec'],
  ...['nothing like it', 'PO-', '0001'],
];

describe('The search', () => {
  let service: Service;

  beforeAll(async () => {
    // The service's figures do not include records inserted by SQL.
    service = await startApp({ books: false });
    const stranger = await service.newTenant();
    for (const { tenant } of [service.tenant, stranger]) await write(tenant.id);
  });
  afterAll(async () => service.stop());

  async function write(tenant: string): Promise<void> {
    const run = (sql: string): Promise<unknown> => asOwner(service, sql, [tenant, NOTES]);
    await run(`INSERT INTO vendors (tenant_id, name, name_ar, email, payment_terms, status, created_at, updated_at)
      SELECT $1, CASE g % 3 WHEN 0 THEN text ELSE 'Seller ' || g END, CASE g % 3 WHEN 1 THEN text END,
             CASE g % 3 WHEN 2 THEN text END, 30, 'active', now(), now() FROM unnest($2::text[]) WITH ORDINALITY n (text, g)`);
    await run(`INSERT INTO purchase_orders (tenant_id, po_number, status, vendor_id, department_id, created_by_id, currency,
        expense_type, notes, subtotal, vat_amount, total_amount, created_at, updated_at)
      SELECT $1, 'PO-2026-' || lpad(g::text, 6, '0'), 'draft', v.ids[g], d.id, u.id, 'SAR', 'OPEX',
             CASE g % 2 WHEN 0 THEN text END, 1, 0, 1, now(), now()
        FROM unnest($2::text[]) WITH ORDINALITY n (text, g)
       CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM vendors WHERE tenant_id = $1) v
       CROSS JOIN (SELECT min(id) AS id FROM departments WHERE tenant_id = $1) d
       CROSS JOIN (SELECT min(id) AS id FROM users WHERE tenant_id = $1) u`);
    await run(`INSERT INTO purchase_order_items (tenant_id, purchase_order_id, line_number, description, quantity, unit_price,
        vat_rate, net_amount, vat_amount, total_amount)
      SELECT $1, o.ids[1 + g % 7], g, text, 1, 1, 0, 1, 0, 1 FROM unnest($2::text[]) WITH ORDINALITY n (text, g)
       CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM purchase_orders WHERE tenant_id = $1) o`);
    await run(`INSERT INTO invoices (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, status,
        match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, description, created_by_id, created_at, updated_at)
      SELECT $1, 'INV-2026-' || g, 'V-' || g || CASE g % 2 WHEN 0 THEN text ELSE '' END, 'v' || g, 2026, v.ids[1 + g % 3], 'draft',
             'pending_grn', 'SAR', 1, 0, 1, '2026-01-01', '2026-02-01', CASE g % 2 WHEN 1 THEN text END, u.id, now(), now()
        FROM unnest($2::text[]) WITH ORDINALITY n (text, g)
       CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM vendors WHERE tenant_id = $1) v
       CROSS JOIN (SELECT min(id) AS id FROM users WHERE tenant_id = $1) u`);
  }

  /** The documented search without an index: compares the texts themselves. */
  const truth = async (sql: string, search: string): Promise<number[]> => {
    const rows = await asOwner<{ id: string }>(service, sql.replaceAll(/HAS\(([^)]*)\)/g, contains), [
      service.tenant.tenant.id,
      search,
    ]);
    return rows.map(({ id }) => Number(id));
  };

  const contains = (_all: string, column: string): string =>
    `position(text_key($2) IN text_key(coalesce(${column}, ''))) > 0`;

  const VENDOR_HAS = `EXISTS (SELECT FROM vendors v WHERE v.tenant_id = t.tenant_id AND v.id = t.vendor_id AND (HAS(v.name) OR HAS(v.name_ar)))`;

  it.each([
    [
      '/purchase-orders',
      `SELECT t.id FROM purchase_orders t WHERE t.tenant_id = $1 AND (HAS(t.po_number) OR HAS(t.notes) OR ${VENDOR_HAS}
         OR EXISTS (SELECT FROM purchase_order_items i WHERE i.tenant_id = t.tenant_id AND i.purchase_order_id = t.id AND HAS(i.description)))
       ORDER BY t.id`,
    ],
    [
      '/invoices',
      `SELECT t.id FROM invoices t WHERE t.tenant_id = $1
          AND (HAS(t.invoice_number) OR HAS(t.vendor_invoice_number) OR HAS(t.description) OR ${VENDOR_HAS}) ORDER BY t.id`,
    ],
    [
      '/vendors',
      `SELECT t.id FROM vendors t WHERE t.tenant_id = $1 AND (HAS(t.name) OR HAS(t.name_ar) OR HAS(t.email)) ORDER BY t.id`,
    ],
  ])('on %s finds exactly the records that contain the text, and counts them', async (path, sql) => {
    for (const search of SEARCHES) {
      const { body } = await service.client().call('GET', path, 200, undefined, {
        query: { search, sort: 'id', order: 'asc', per_page: '100' },
      });
      const found = body.data.map(({ id }: { id: number }) => id);
      expect({ search, found }).toEqual({ search, found: await truth(sql, search) });
      expect({ search, total: body.meta.total }).toEqual({ search, total: found.length });
    }
  });

  it('finds a changed text by its new content only', async () => {
    const [order] = await asOwner<{ id: string }>(
      service,
      `UPDATE purchase_orders SET notes = 'Quite another thing' WHERE tenant_id = $1 AND notes = '123456 begins' RETURNING id`,
      [service.tenant.tenant.id],
    );
    const found = async (search: string): Promise<number[]> =>
      (await service.client().get('/purchase-orders', 200, { search })).map(({ id }: { id: number }) => id);
    expect(await found('another')).toEqual([Number(order?.id)]);
    expect(await found('quite another thing')).toEqual([Number(order?.id)]);
  });
});
