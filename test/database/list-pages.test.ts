import { FigureFolding } from '../../src/procurement/figures';
import { type Service, startApp } from '../support/app';
import { manyOrders } from '../support/many-orders';
import { aDraft, asOwner, asService, aVendor } from '../support/purchase-orders';
import { sentDuring } from '../support/statements';

const ORDERS = 2_600;
const PER_PAGE = 50;
const vendorName = '(SELECT v.name FROM vendors v WHERE v.tenant_id = o.tenant_id AND v.id = o.vendor_id)';

/** Distant pages are read from the end, or from the day they begin in. They must equal those of a plain query. */
describe('Pages of a long list', () => {
  let service: Service;

  beforeAll(async () => {
    // The figures of vendors do not include orders inserted by SQL.
    service = await startApp({ books: false });
    await manyOrders(service, ORDERS);
  });
  afterAll(async () => service.stop());

  const truth = (where: string, order: string): Promise<number[]> => idsOf(service, where, order);
  const pages = (query: Record<string, string>): Promise<Pages> => pagesOf(service, query);

  it.each([
    ['', 'true', 'o.created_at DESC, o.id DESC'],
    ['order=asc', 'true', 'o.created_at, o.id'],
    ['status=approved', `o.status = 'approved'`, 'o.created_at DESC, o.id DESC'],
    ['status=approved&order=asc', `o.status = 'approved'`, 'o.created_at, o.id'],
    ['status=cancelled', `o.status = 'cancelled'`, 'o.created_at DESC, o.id DESC'],
    [
      'created_from=2025-02-01&created_to=2025-09-30',
      `o.created_at >= '2025-02-01Z' AND o.created_at < '2025-10-01Z'`,
      'o.created_at DESC, o.id DESC',
    ],
    ['min_amount=10', 'o.total_amount >= 10', 'o.created_at DESC, o.id DESC'],
    ['sort=total_amount', 'true', 'o.total_amount DESC, o.id DESC'],
    ['sort=approved_at', 'true', 'o.approved_at DESC NULLS LAST, o.id DESC'],
    ['sort=approved_at&order=asc', 'true', 'o.approved_at ASC NULLS LAST, o.id'],
    ['sort=expected_delivery_date', 'true', 'o.expected_delivery_date DESC NULLS LAST, o.id DESC'],
    ['sort=vendor&order=asc', 'true', `${vendorName}, o.vendor_id, o.created_at, o.id`],
    ['sort=vendor', 'true', `${vendorName} DESC, o.vendor_id DESC, o.created_at DESC, o.id DESC`],
    ['sort=status&order=asc', 'true', 'o.status, o.created_at DESC, o.id DESC'],
    ['sort=department&status=draft', `o.status = 'draft'`, 'o.created_at DESC, o.id DESC'],
    ['sort=id', 'true', 'o.id DESC'],
    ['sort=po_number&order=asc', 'true', 'o.po_number'],
    ['search=PO-B-', 'true', 'o.created_at DESC, o.id DESC'],
    ['search=PO-B-&sort=vendor&order=asc', 'true', `${vendorName}, o.vendor_id, o.created_at, o.id`],
    ['search=PO-B-&sort=total_amount&status=approved', `o.status = 'approved'`, 'o.total_amount DESC, o.id DESC'],
  ])('contain the rows of a plain query for ?%s', async (query, where, order) => {
    const expected = await truth(where, order);
    const { ids, totals } = await pages(Object.fromEntries(new URLSearchParams(query)));
    expect(ids).toEqual(expected);
    expect([...totals]).toEqual([expected.length]);
    expect(expected.length).toBeGreaterThan(200);
  });

  it('have the same total before and after the counters are folded, and after every change', async () => {
    const total = async (query = {}): Promise<number> =>
      (await service.client().call('GET', '/purchase-orders', 200, undefined, { query })).body.meta.total;
    const counted = await total();
    await service.app.get(FigureFolding).foldAll();
    expect(await total()).toBe(counted);
    const vendor = await aVendor(service.client());
    const draft = await aDraft(service.client(), vendor.id);
    expect(await total()).toBe(counted + 1);
    expect(await total({ status: 'draft' })).toBe((await truth(`o.status = 'draft'`, 'o.id')).length);
    await service.client().post(`/purchase-orders/${draft.id}/cancel`, { reason: 'no' }, 200);
    expect(await total({ status: 'draft' })).toBe((await truth(`o.status = 'draft'`, 'o.id')).length);
    expect(await total({ status: 'cancelled' })).toBe((await truth(`o.status = 'cancelled'`, 'o.id')).length);
    const second = await aDraft(service.client(), vendor.id);
    await service.client().delete(`/purchase-orders/${second.id}`);
    expect(await total()).toBe(counted + 1);
  });

  it('are empty past the last one', async () => {
    const { body } = await service.client().call('GET', '/purchase-orders', 200, undefined, { query: { page: 5_000 } });
    expect(body.data).toEqual([]);
    expect(body.meta.total).toBeGreaterThanOrEqual(ORDERS);
  });

  it('count vendors and invoices with counters too', async () => {
    for (const [path, table] of [
      ['/vendors', 'vendors'],
      ['/invoices', 'invoices'],
    ] as const) {
      const [row] = await asOwner<{ n: string }>(service, `SELECT count(*) AS n FROM ${table} WHERE tenant_id = $1`, [
        service.tenant.tenant.id,
      ]);
      expect((await service.client().call('GET', path, 200)).body.meta.total).toBe(Number(row?.n));
    }
  });
});

describe('Pages by vendor name of few orders, with many vendors', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startApp({ books: false });
    await manyOrders(service, 400, { vendors: 1_001 });
  });
  afterAll(async () => service.stop());

  it.each([
    ['asc', `${vendorName}, o.vendor_id, o.created_at, o.id`],
    ['desc', `${vendorName} DESC, o.vendor_id DESC, o.created_at DESC, o.id DESC`],
  ])('contain the rows of a plain query in order %s', async (order, sql) => {
    const expected = await idsOf(service, 'true', sql);
    for (const search of ['', 'PO-B-']) {
      expect((await pagesOf(service, { sort: 'vendor', order, search })).ids).toEqual(expected);
      expect(await walkOf(service, { sort: 'vendor', order, search })).toEqual(expected);
    }
  });

  it('read no vendor in the order of their names', async () => {
    const sent = await sentDuring(() => pagesOf(service, { sort: 'vendor', order: 'asc' }));
    const pages = sent.filter(({ text }) => text.includes('AS row FROM'));
    expect(pages).toHaveLength(400 / PER_PAGE);
    const read = await asService(service, async (client) => {
      for (const { text, values } of pages) await client.query(text, [...values]);
      const { rows } = await client.query<{ read: string }>(
        `SELECT pg_stat_get_xact_tuples_returned('ix_vendors_name_sorted'::regclass) AS read`,
      );
      return rows[0]?.read;
    });
    expect(read).toBe('0');
  });
});

interface Pages {
  readonly ids: number[];
  readonly totals: Set<number>;
}

async function idsOf(service: Service, where: string, order: string): Promise<number[]> {
  const rows = await asOwner<{ id: string }>(
    service,
    `SELECT o.id FROM purchase_orders o WHERE o.tenant_id = $1 AND ${where} ORDER BY ${order}`,
    [service.tenant.tenant.id],
  );
  return rows.map(({ id }) => Number(id));
}

async function pagesOf(service: Service, query: Record<string, string>): Promise<Pages> {
  const ids: number[] = [];
  const totals = new Set<number>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await service.client().call('GET', '/purchase-orders', 200, undefined, {
      query: { ...query, page: String(page), per_page: String(PER_PAGE) },
    });
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    totals.add(body.meta.total);
    last = body.meta.last_page;
  }
  return { ids, totals };
}

/** The ids of all pages, read by cursor. */
async function walkOf(service: Service, query: Record<string, string>): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await service.client().call('GET', '/purchase-orders', 200, undefined, {
      query: { ...query, cursor, per_page: String(PER_PAGE) },
    });
    ids.push(...body.data.map(({ id }: { id: number }) => id));
    cursor = body.meta.next_cursor as string | null;
  }
  return ids;
}
