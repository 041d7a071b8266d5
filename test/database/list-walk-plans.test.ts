import { cursorOf } from '../../src/common/lists/cursor';
import { type Service, startApp } from '../support/app';
import { manyOrders } from '../support/many-orders';
import { asOwner, asService } from '../support/purchase-orders';
import { IS_WHOLE } from '../support/sampled';
import { sentDuring, type Statement } from '../support/statements';

const ORDERS = IS_WHOLE ? 60_000 : 20_000;
/** The maximum number of 8 kB pages that a page of 15 orders may read, including lookups. */
const MOST_PAGES = 500;

const DATE = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;
const INSTANT = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const NAME = `(SELECT v.name FROM vendors v WHERE v.tenant_id = o.tenant_id AND v.id = o.vendor_id)`;

/** Sorts: API name, internal name, and their SQL terms as text and for ORDER BY. */
const SORTS: readonly (readonly [string, string, readonly string[], string])[] = [
  ['created_at', 'created', [INSTANT('o.created_at'), 'o.id::text'], 'o.created_at WAY, o.id WAY'],
  ['updated_at', 'updated', [INSTANT('o.updated_at'), 'o.id::text'], 'o.updated_at WAY, o.id WAY'],
  ['approved_at', 'approved', [INSTANT('o.approved_at'), 'o.id::text'], 'o.approved_at WAY NULLS LAST, o.id WAY'],
  [
    'expected_delivery_date',
    'expected',
    [DATE('o.expected_delivery_date'), 'o.id::text'],
    'o.expected_delivery_date WAY NULLS LAST, o.id WAY',
  ],
  ['po_number', 'number', ['o.po_number', 'o.id::text'], 'o.po_number WAY, o.id WAY'],
  ['id', 'id', ['o.id::text'], 'o.id WAY'],
  [
    'status',
    'status',
    ['o.status', INSTANT('o.created_at'), 'o.id::text'],
    'o.status WAY, o.created_at BACK, o.id BACK',
  ],
  [
    'vendor',
    'vendor',
    [NAME, 'o.vendor_id::text', INSTANT('o.created_at'), 'o.id::text'],
    `${NAME} COLLATE "und-x-icu" WAY, o.vendor_id WAY, o.created_at WAY, o.id WAY`,
  ],
];

/** Because of row level security, PostgreSQL cannot seek to an amount in the index: it skips index entries. */
const BY_AMOUNT: (typeof SORTS)[number] = [
  'total_amount',
  'total',
  ['o.total_amount::text', 'o.id::text'],
  'o.total_amount WAY, o.id WAY',
];
const MOST_OF_THE_INDEX = 1_500;

describe(`The next page of a list of ${ORDERS} orders`, () => {
  let service: Service;

  beforeAll(async () => {
    // The figures of vendors do not include orders inserted by SQL.
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    await manyOrders(service, ORDERS, { vendors: 4_000, triggers: false });
    await asOwner(service, 'VACUUM ANALYZE purchase_orders, vendors');
  }, 180_000);
  afterAll(async () => service.stop());

  /** The cursor after this many orders. */
  const cursorAt = async (offset: number, [, name, place, sorted]: (typeof SORTS)[number], order: 'asc' | 'desc') => {
    const [way, back] = order === 'asc' ? ['ASC', 'DESC'] : ['DESC', 'ASC'];
    const tenant = service.tenant.tenant.id;
    const [row] = await asOwner<{ place: string[] }>(
      service,
      `SELECT ARRAY[${place.join(', ')}] AS place FROM purchase_orders o WHERE o.tenant_id = $1
        ORDER BY ${sorted.replaceAll('WAY', way).replaceAll('BACK', back)} LIMIT 1 OFFSET $2`,
      [tenant, offset],
    );
    return cursorOf(row?.place ?? [], JSON.stringify([tenant, 'purchase_orders', name, order, '[]']));
  };

  /** Pages that a statement reads with the service's role and tenant. */
  const pagesOf = async ({ text, values }: Statement): Promise<number> =>
    asService(service, async (client) => {
      const { rows } = await client.query<Record<string, { Plan: Record<string, number> }[]>>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        [...values],
      );
      const plan = rows[0]?.['QUERY PLAN']?.[0]?.Plan;
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    });

  const requireCheap = async (sort: (typeof SORTS)[number], order: 'asc' | 'desc', most: number): Promise<void> => {
    for (const offset of [100, ORDERS / 2, ORDERS - 100]) {
      const cursor = await cursorAt(offset, sort, order);
      const sent = await sentDuring(() =>
        service.client().get('/purchase-orders', 200, { sort: sort[0], order, cursor }),
      );
      const lists = sent.filter(({ text }) => text.includes('walk_place'));
      expect(lists.length).toBeGreaterThan(0);
      for (const statement of lists) {
        expect(`${offset}: ${(await pagesOf(statement)) < most}`).toBe(`${offset}: true`);
      }
    }
  };

  describe.each(['asc', 'desc'] as const)('in order %s', (order) => {
    it.each(SORTS.map((sort) => [sort[0], sort] as const))('by %s costs the same at any cursor', (_, sort) =>
      requireCheap(sort, order, MOST_PAGES),
    );

    it('by an amount reads only the index', () => requireCheap(BY_AMOUNT, order, MOST_OF_THE_INDEX));
  });
});
