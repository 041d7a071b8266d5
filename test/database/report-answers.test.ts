import fc from 'fast-check';
import { addDays } from '../../src/common/clock';
import { textKey } from '../../src/common/records/keys';
import { FigureFolding } from '../../src/procurement/figures';
import { type Service, startApp, storyClock } from '../support/app';
import { disagreements } from '../support/books';
import { aBudget, aDepartment } from '../support/budgets';
import type { Loose } from '../support/client';
import { anOrderOf, receive } from '../support/invoices';
import { aVendor, settings } from '../support/purchase-orders';
import { type Days, performanceCounted, spendingCounted, spendingShown } from '../support/report-recount';
import { type Deal, Trading } from '../support/trading';

const CATEGORIES = ['Furniture', 'Paper', 'ＰÁPER', 'none', null] as const;
const GROUPINGS = ['month', 'department', 'vendor', 'category'] as const;

/** A drawn operation: trading with one of the vendors, or another change of the reports' figures. */
type Move =
  | { readonly what: 'trade'; readonly vendor: number; readonly deal: Deal }
  | { readonly what: 'order'; readonly vendor: number; readonly expected: number }
  | { readonly what: 'category'; readonly vendor: number; readonly category: (typeof CATEGORIES)[number] }
  | { readonly what: 'fold' }
  | { readonly what: 'days'; readonly days: number };

describe('Reports after any sequence of operations', () => {
  const clock = storyClock();
  let service: Service;

  beforeAll(async () => {
    // Entries are folded only when the test draws it.
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    await settings(service, { price_tolerance_pct: 2, approvable_match_statuses: ['full_match', 'partial_match'] });
  });
  afterAll(async () => service.stop());

  const deal: fc.Arbitrary<Deal> = fc.record({
    on: fc.constantFrom('order', 'order', 'invoice'),
    place: fc.nat(7),
    verb: fc.nat(59),
    share: fc.constantFrom(0.25, 0.5, 1),
    form: fc.constantFrom('a', 'b'),
  });
  const vendor = fc.nat(2);
  const move: fc.Arbitrary<Move> = fc.oneof(
    { weight: 14, arbitrary: fc.record({ what: fc.constant('trade' as const), vendor, deal }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('order' as const), vendor, expected: fc.nat(20) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('category' as const),
        vendor,
        category: fc.constantFrom(...CATEGORIES),
      }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('fold' as const) }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  );

  it('match orders, invoices, payments and receipts, folded or not, with any changes of a vendor’s category', async () => {
    const admin = service.client();
    const vendors = await Promise.all([
      aVendor(admin, { name: 'First', category: 'Furniture' }),
      aVendor(admin, { name: 'Second', category: 'Paper' }),
      aVendor(admin, { name: 'Third' }),
    ]);
    const departments = [await aDepartment(admin, 'ONE'), await aDepartment(admin, 'TWO')];
    await aBudget(admin, { department_id: departments[0] });
    const tradings = vendors.map(({ id }) => new Trading(service, id, departments, { orders: 3, invoices: 4 }));
    const idOf = (index: number): number => vendors[index]?.id ?? 0;
    const carryOut = async (drawn: Move): Promise<unknown> => {
      switch (drawn.what) {
        case 'trade':
          return tradings[drawn.vendor]?.perform(drawn.deal);
        case 'order': {
          const expected_delivery_date = addDays(clock.today(), drawn.expected);
          const order = await anOrderOf(service, idOf(drawn.vendor), [{}], { expected_delivery_date });
          return drawn.expected % 2 ? receive(admin, order, [drawn.expected % 10 || 10]) : order;
        }
        case 'category':
          return admin.put(`/vendors/${idOf(drawn.vendor)}`, { category: drawn.category }, 200);
        case 'fold':
          return service.app.get(FigureFolding).foldAll();
        case 'days':
          return clock.advance(drawn.days * 86_400_000);
      }
    };
    const periods = fc.record({
      back: fc.nat(500),
      length: fc.nat(500),
      category: fc.constantFrom('Furniture', 'Paper'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(move, periods), { minLength: 120, maxLength: 120 }), async (drawn) => {
        for (const [index, [one, { back, length, category }]] of drawn.entries()) {
          await carryOut(one);
          if (index % 3 && one.what !== 'category') continue;
          const from_date = addDays(clock.today(), -back);
          await agree({ from_date, to_date: addDays(from_date, length) }, category);
          expect(await disagreements(service)).toEqual({});
        }
        const done = tradings.flatMap((trading) => [...trading.done.keys()]);
        expect(new Set(done).size).toBeGreaterThan(8);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });

  async function agree(days: Days, category: string): Promise<void> {
    const admin = service.client();
    for (const group_by of GROUPINGS) {
      const { rows, totals } = await admin.get('/reports/spending', 200, { ...days, group_by });
      if (group_by === 'vendor') await cutOff(days, rows, totals);
      const shown = group_by === 'category' ? rows.map(withoutSpelling) : rows;
      expect([group_by, spendingShown(shown)]).toEqual([group_by, await spendingCounted(service, group_by, days)]);
    }
    for (const chosen of [undefined, category]) {
      const { summary } = await admin.get('/reports/vendor-performance', 200, {
        ...days,
        ...(chosen !== undefined && { category: chosen }),
      });
      expect(summary).toEqual(await performanceCounted(service, days, clock.today(), { category: chosen }));
    }
    const { rows } = await admin.get('/reports/vendor-performance', 200, { ...days });
    for (const row of rows as Loose[]) {
      const expected = await performanceCounted(service, days, clock.today(), { vendorId: row.vendor_id });
      expect({ vendor_count: 1, ...row }).toMatchObject(expected);
    }
  }

  /** A category's row with the key that all its spellings share. */
  const withoutSpelling = (row: Loose): Loose => ({
    ...row,
    key: row.name === null ? 'none' : `:${textKey(row.name)}`,
  });

  /** The first vendor of each currency and the rest add up to the totals. */
  async function cutOff(days: Days, all: Loose[], totals: Loose[]): Promise<void> {
    const answer: Loose = await service
      .client()
      .get('/reports/spending', 200, { ...days, group_by: 'vendor', limit: 1 });
    const currencies = [...new Set(all.map(({ currency }) => currency))];
    expect(answer.rows).toEqual(currencies.map((code) => all.find(({ currency }) => currency === code)));
    expect(answer.totals).toEqual(totals);
    expect(added([...answer.rows, ...answer.rest])).toEqual(added(all));
    expect(added(totals)).toEqual(added(all));
  }
});

/** The figures of rows by currency, in thousandths as integers. */
function added(rows: readonly Loose[]): object {
  const sums: Record<string, number[]> = {};
  for (const row of rows) {
    const figures = [row.po_count, row.po_total, row.invoice_count, row.invoiced_total, row.paid_total];
    const before = sums[row.currency] ?? figures.map(() => 0);
    sums[row.currency] = figures.map((figure: number, index) => (before[index] ?? 0) + Math.round(figure * 1000));
  }
  return sums;
}
