import fc from 'fast-check';
import { addDays, type Period } from '../../src/common/clock';
import { decimal } from '../../src/common/money';
import { query, UnitOfWork } from '../../src/platform/database';
import { FigureFolding } from '../../src/procurement/figures';
import { VendorSpending } from '../../src/procurement/reports';
import { type Spending, spendingRest, spendingTotals } from '../../src/procurement/reports/domain/spending';
import { spendingSql, spendingValues } from '../../src/procurement/reports/spending/spending.sql';
import { type Service, startApp } from '../support/app';
import { asOwner } from '../support/purchase-orders';

const VENDORS = 90;
const BEGINNING = '2024-01-01';
const TODAY = '2026-11-21';

/** A change of a vendor's figures by an order, an invoice or a payment. */
interface Event {
  readonly what: 'orders' | 'invoiced' | 'paid';
  readonly vendor: number;
  readonly day: number;
  readonly currency: string;
  readonly amount: number;
  /** Counted, then subtracted again. */
  readonly cancelled: boolean;
}

describe('The largest vendors', () => {
  let service: Service;
  let vendors: string[];

  beforeAll(async () => {
    // Figures are inserted where triggers would insert them, and folded only when the test does it.
    service = await startApp({ books: false, env: { PROCESS_ROLE: 'api' } });
    const made = await asOwner<{ id: string }>(
      service,
      `INSERT INTO vendors (tenant_id, name, payment_terms, status, created_at, updated_at)
       SELECT $1, 'Vendor ' || g % 7, 30, 'active', now(), now() FROM generate_series(1, ${VENDORS}) g RETURNING id`,
      [tenantId()],
    );
    vendors = made.map(({ id }) => id);
  });
  afterAll(() => service.stop());

  const tenantId = () => service.tenant.tenant.id;
  const fold = () => service.app.get(FigureFolding).foldAll();
  const clear = () => asOwner(service, 'TRUNCATE report_entries, report_figures');

  /** Adds events to the totals and to the figures of their vendors. */
  async function happen(events: readonly Event[]): Promise<void> {
    const rows = events.flatMap(({ what, vendor, day, currency, amount, cancelled }) =>
      [1, ...(cancelled ? [-1] : [])].flatMap((sign) =>
        [
          [what, ''],
          [`${what}.vendor`, vendors[vendor]],
        ].map(([measure, key]) => [measure, key, addDays(BEGINNING, day), currency, sign, sign * amount]),
      ),
    );
    const column = (index: number) => rows.map((row) => row[index]);
    await asOwner(
      service,
      `INSERT INTO report_entries (tenant_id, measure, key, day, currency, count, amount)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::date[], $5::text[], $6::int[], $7::numeric[])`,
      [tenantId(), column(0), column(1), column(2), column(3), column(4), column(5)],
    );
  }

  const figures = ({
    currency,
    po_count,
    po_total,
    invoice_count,
    invoiced_total,
    paid_total,
  }: Omit<Spending, 'key' | 'id' | 'name'>) => [
    currency,
    po_count,
    invoice_count,
    ...[po_total, invoiced_total, paid_total].map((one) => decimal(one).toFixed()),
  ];
  const shown = (row: Spending) => [row.key, row.id, row.name, ...figures(row)].join(' ');

  /** Compares the result with the truncated full list. Returns the currencies that were searched completely. */
  async function agrees(period: Period, limit: number, today = TODAY): Promise<readonly string[]> {
    const values = spendingValues(tenantId(), 'vendor', period, today);
    const [all] = await service.app.get(UnitOfWork).read<[Spending]>(tenantId(), query(spendingSql('vendor'), values));
    const places = new Map<string, number>();
    const expected = all.filter(({ currency }) => {
      places.set(currency, (places.get(currency) ?? 0) + 1);
      return (places.get(currency) ?? 0) <= limit;
    });
    const { rows, totals, searched } = await service.app.get(VendorSpending).largest(tenantId(), period, today, limit);
    expect(rows.map(shown)).toEqual(expected.map(shown));
    // Totals are stored, not added up. Those of a currency without remaining amounts may exist too.
    const counted = spendingTotals(totals);
    const something = counted.filter(({ currency }) => places.has(currency)).map((total) => figures(total).join(' '));
    expect(something).toEqual(spendingTotals(all).map((total) => figures(total).join(' ')));
    const rest = spendingRest(rows, counted).map((one) => figures(one).join(' '));
    const left = all.filter((row) => !expected.includes(row));
    const nothing = (one: string): boolean => /^\S+( 0)+$/.test(one);
    expect(rest).toEqual(
      spendingTotals(left)
        .map((one) => figures(one).join(' '))
        .filter((one) => !nothing(one)),
    );
    return searched;
  }

  const event = fc.record({
    what: fc.constantFrom('orders', 'orders', 'orders', 'invoiced', 'paid'),
    // As in practice, few vendors have most of the orders, and some have none.
    vendor: fc.oneof({ weight: 3, arbitrary: fc.nat(11) }, { weight: 2, arbitrary: fc.nat(VENDORS - 1) }),
    day: fc.nat(1080),
    currency: fc.oneof(
      { weight: 12, arbitrary: fc.constant('SAR') },
      { weight: 1, arbitrary: fc.constantFrom('USD', 'KWD') },
    ),
    // Many amounts are equal.
    amount: fc.oneof(
      fc.constantFrom(0, 50, 100),
      fc.integer({ min: 1, max: 9999 }).map((halalas) => halalas / 100),
    ),
    cancelled: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  }) as fc.Arbitrary<Event>;

  it('equal those of the full list in every period, before and after a fold, with and without a complete search', async () => {
    const drawn = fc.sample(event, { numRuns: 1500, seed: 7 });
    const periods = fc.record({
      from: fc.oneof(fc.nat(1090), fc.constantFrom(0, 366, 731)),
      length: fc.oneof(fc.nat(400), fc.constantFrom(0, 30, 364, 365)),
      limit: fc.constantFrom(1, 2, 5, 20, 60, 1000),
    });
    const ways = { quick: 0, searched: 0 };
    const check = () =>
      fc.assert(
        fc.asyncProperty(periods, async ({ from, length, limit }) => {
          const first = addDays(BEGINNING, from);
          const searched = await agrees({ from: first, to: addDays(first, length) }, limit);
          ways[searched.length > 0 ? 'searched' : 'quick'] += 1;
        }),
        { numRuns: 40, seed: 11 },
      );
    await clear();
    await happen(drawn.slice(0, 600));
    await check();
    await fold();
    await check();
    await happen(drawn.slice(600));
    await check();
    await fold();
    await check();
    expect(ways.quick).toBeGreaterThan(20);
    expect(ways.searched).toBeGreaterThan(20);
  });

  const order = (vendor: number, day: number, amount: number, currency = 'SAR'): Event => ({
    what: 'orders',
    vendor,
    day,
    currency,
    amount,
    cancelled: false,
  });
  /** In 2026, from day 731 on: one order per vendor and month. Amounts fall from the first to the last vendor. */
  const steep = Array.from({ length: 10 * VENDORS }, (_, index) =>
    order(index % VENDORS, 731 + 30 * Math.floor(index / VENDORS), 10_000 / (1 + (index % VENDORS)) ** 2),
  );
  const year = { from: '2026-01-01', to: TODAY };

  it.each([
    ['of a year', year, 5],
    ['of a month', { from: '2026-03-01', to: '2026-03-31' }, 5],
    ['of several months', { from: '2026-02-01', to: '2026-04-30' }, 5],
    ['of a year without its last months and days', { from: '2026-01-01', to: '2026-10-20' }, 5],
    ['of days', { from: '2026-03-01', to: '2026-03-03' }, 5],
  ])('%s are found by reading the figures of few vendors', async (_, period, limit) => {
    await clear();
    await happen(steep);
    await fold();
    expect(await agrees(period, limit)).toEqual([]);
    await happen([order(80, 800, 50_000), { ...order(0, 801, 20_000), cancelled: true }]);
    expect(await agrees(period, limit)).toEqual([]);
  });

  it('are searched completely if many are equal to the last one, and only in that currency', async () => {
    await clear();
    const alike = Array.from({ length: VENDORS }, (_, vendor) => order(vendor, 800, 100));
    const dollars = [order(3, 800, 7, 'USD'), order(4, 801, 8, 'USD')];
    await happen([...alike, ...dollars]);
    await fold();
    expect(await agrees(year, 10)).toEqual(['SAR']);
    // Every order and payment in dollars is accounted for.
    await happen([{ ...order(3, 803, 5, 'USD'), what: 'paid' }]);
    expect(await agrees(year, 10)).toEqual(['SAR']);
    // A payment to a vendor without orders.
    await happen([{ ...order(5, 803, 5, 'USD'), what: 'paid' }]);
    expect(await agrees(year, 10)).toEqual(['SAR', 'USD']);
  });

  it('are searched completely if each month has different ones', async () => {
    await clear();
    await happen(Array.from({ length: VENDORS }, (_, vendor) => order(vendor, 740 + 3 * vendor, 100 + vendor)));
    await fold();
    expect(await agrees({ from: '2026-02-01', to: '2026-05-31' }, 1)).toEqual(['SAR']);
  });

  it('are right even if a subtracted figure is below zero', async () => {
    await clear();
    await happen([...steep, order(70, 731 + 330, 1)]);
    await fold();
    await asOwner(
      service,
      `UPDATE report_figures SET amount = -900000 WHERE measure = 'orders.vendor' AND key = $1 AND grain = 'month' AND day = '2026-11-01'`,
      [vendors[70]],
    );
    const values = spendingValues(tenantId(), 'vendor', { from: '2026-01-01', to: '2026-10-31' }, TODAY);
    const [all] = await service.app.get(UnitOfWork).read<[Spending]>(tenantId(), query(spendingSql('vendor'), values));
    const { rows } = await service.app
      .get(VendorSpending)
      .largest(tenantId(), { from: '2026-01-01', to: '2026-10-31' }, TODAY, 3);
    expect(rows[0]?.key).toBe(vendors[70]);
    expect(rows.map(shown)).toEqual(all.slice(0, 3).map(shown));
  });
});
