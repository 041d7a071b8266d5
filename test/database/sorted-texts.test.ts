import { type Service, startApp } from '../support/app';
import { asOwner, asService } from '../support/purchase-orders';
import { sentDuring, type Statement } from '../support/statements';

const NAMES = ['Zebra', 'apple', 'Émile', 'Banana', 'éclair', 'banana', 'شركة', 'أحمد', 'zoo', 'Ähre', 'Äpfel'];
/** The root order of Unicode. By code points, `Banana` and `Zebra` would precede `apple`. */
const SORTED = ['Ähre', 'Äpfel', 'apple', 'banana', 'Banana', 'éclair', 'Émile', 'Zebra', 'zoo', 'أحمد', 'شركة'];

describe('Lists sorted by a text', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ books: false });
    await asOwner(
      service,
      `INSERT INTO vendors (tenant_id, name, email, category, payment_terms, status, created_at, updated_at)
       SELECT $1, name, name || '@x.example', name, 30, 'active', now(), now() FROM unnest($2::text[]) name`,
      [service.tenant.tenant.id, NAMES],
    );
  });
  afterAll(() => service.stop());

  it.each(['name', 'email', 'category'])(
    'have the root order of Unicode by %s, in pages and with a cursor',
    async (sort) => {
      const client = service.client();
      for (const [order, expected] of [
        ['asc', SORTED],
        ['desc', [...SORTED].reverse()],
      ] as const) {
        const pages = await client.get('/vendors', 200, { sort, order, per_page: 50 });
        expect(pages.map(({ name }: { name: string }) => name)).toEqual(expected);
        const walked: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const query: Record<string, string> = { sort, order, cursor, per_page: '2' };
          const { body } = await client.call('GET', '/vendors', 200, undefined, { query });
          walked.push(...body.data.map(({ name }: { name: string }) => name));
          cursor = body.meta.next_cursor;
        }
        expect(walked).toEqual(expected);
      }
    },
  );

  const planOf = async ({ text, values }: Statement): Promise<string> =>
    asService(service, async (client) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
      return rows.map((line) => line['QUERY PLAN']).join('\n');
    });

  it.each([
    ['/vendors', 'name', 'asc', 'ix_vendors_name_sorted'],
    ['/vendors', 'email', 'asc', 'ix_vendors_email_sorted'],
    ['/vendors', 'category', 'desc', 'ix_vendors_category_sorted_last'],
    ['/users', 'email', 'asc', 'ix_users_email_sorted'],
    ['/users', 'name_en', 'desc', 'ix_users_name_sorted'],
    ['/invoices', 'vendor_invoice_number', 'asc', 'ix_invoices_vendor_number_sorted'],
  ])('of %s by %s %s are read along %s', async (path, sort, order, index) => {
    await asOwner(service, MANY[path as keyof typeof MANY], [service.tenant.tenant.id]);
    await asOwner(service, `ANALYZE ${path.slice(1)}`);
    const sent = await sentDuring(() => service.client().get(path, 200, { sort, order, cursor: '' }));
    const statement = sent.find(({ text }) => text.includes('walk_place'));
    if (!statement) throw new Error('The service sent no query of the list');
    expect(await planOf(statement)).toContain(`using ${index} on`);
  });
});

const MANY = {
  '/vendors': `INSERT INTO vendors (tenant_id, name, email, category, payment_terms, status, created_at, updated_at)
    SELECT $1, 'V' || n, n || '@v.example', 'C' || n, 30, 'active', now(), now() FROM generate_series(1, 3000) n`,
  '/users': `INSERT INTO users (tenant_id, name_en, email, role, status, created_at, updated_at)
    SELECT $1, 'U' || n, gen_random_uuid() || '@u.example', 'admin', 'active', now(), now() FROM generate_series(1, 3000) n`,
  '/invoices': `INSERT INTO invoices (tenant_id, invoice_number, vendor_invoice_number, number_key, fiscal_year, vendor_id, status,
      match_status, currency, subtotal, vat_amount, total, invoice_date, due_date, created_at, updated_at)
    SELECT $1, 'I-' || n, 'N-' || n, 'n-' || n, 2026, (SELECT min(id) FROM vendors WHERE tenant_id = $1), 'draft', 'pending_grn', 'SAR',
           n, 0, n, '2026-03-01', '2026-04-01', now(), now() FROM generate_series(1, 3000) n`,
};
