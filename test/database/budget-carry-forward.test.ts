import fc from 'fast-check';
import { type Service, startApp, storyClock } from '../support/app';
import { disagreements } from '../support/books';
import { aBudget, aDepartment } from '../support/budgets';
import { aVendor, settings } from '../support/purchase-orders';
import { IS_WHOLE } from '../support/sampled';
import { type Deal, Trading } from '../support/trading';

/** The books are checked after each of so many steps: a check takes longer than a step. */
const EVERY = IS_WHOLE ? 1 : 5;

describe('A carry-forward during random spending', () => {
  const clock = storyClock();
  let service: Service;
  let worlds = 0;
  let carried = 0;

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    await settings(service, { price_tolerance_pct: 2, approvable_match_statuses: ['full_match', 'partial_match'] });
  });
  afterAll(async () => service.stop());

  const deal: fc.Arbitrary<Deal> = fc.record({
    on: fc.constantFrom('order', 'order', 'invoice'),
    place: fc.nat(7),
    verb: fc.nat(59),
    share: fc.constantFrom(0.1, 0.25, 0.5, 0.9, 1),
    form: fc.constantFrom('a', 'b'),
  });
  const deals = (many: number): fc.Arbitrary<Deal[]> => fc.array(deal, { minLength: many, maxLength: many });

  it('moves open amounts, leaves spent amounts, and the books add up before and after', async () => {
    await fc.assert(
      fc.asyncProperty(deals(90), deals(90), async (before, after) => {
        worlds += 1;
        clock.advance(60_000);
        const admin = service.client();
        const { id: vendorId } = await aVendor(admin);
        const departments = [await aDepartment(admin, `RICH-${worlds}`), await aDepartment(admin, `POOR-${worlds}`)];
        const years = await Promise.all(
          departments.map(async (department_id, index) => {
            const old = await aBudget(admin, { department_id });
            const allocated_amount = index === 0 ? 100_000 : 500;
            return [old.id, (await aBudget(admin, { department_id, allocated_amount, fiscal_year: 2027 })).id] as const;
          }),
        );
        const trading = new Trading(service, vendorId, departments, { orders: 6, invoices: 6 });
        for (const one of before) await trading.perform(one);
        for (const [old, next] of years) {
          await admin.put(`/budgets/${old}`, { status: 'closed' }, 200);
          const held = await admin.get(`/budgets/${old}`);
          const { moved, left } = await admin.post(`/budgets/${old}/carry-forward`, { to_budget_id: next }, 200);
          carried += moved.length;
          const [from, to] = [await admin.get(`/budgets/${old}`), await admin.get(`/budgets/${next}`)];
          expect(from.reserved_amount + to.reserved_amount).toBeCloseTo(held.reserved_amount, 6);
          expect(from.committed_amount + to.committed_amount).toBeCloseTo(held.committed_amount, 6);
          expect(from.spent_amount).toBe(held.spent_amount);
          expect(to.committed_amount).toBeLessThanOrEqual(to.allocated_amount);
          if (left.length === 0) expect([from.reserved_amount, from.committed_amount]).toEqual([0, 0]);
          if (moved.length === 0) expect([to.reserved_amount, to.committed_amount]).toEqual([0, 0]);
          expect(await disagreements(service)).toEqual({});
        }
        for (const [index, one] of after.entries()) {
          await trading.perform(one);
          if (index % EVERY === 0) expect(await disagreements(service)).toEqual({});
          if (index % 30 === 29) {
            for (const [old, next] of years) {
              await admin.post(`/budgets/${old}/carry-forward`, { to_budget_id: next }, 200);
            }
          }
        }
      }),
      { numRuns: IS_WHOLE ? 2 : 1, endOnFailure: true },
    );
    expect(carried).toBeGreaterThan(0);
  });
});
