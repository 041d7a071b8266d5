import fc from 'fast-check';
import { type Service, startApp, storyClock } from '../support/app';
import { disagreements } from '../support/books';
import { aBudget, aDepartment } from '../support/budgets';
import { aVendor, settings } from '../support/purchase-orders';
import { IS_WHOLE } from '../support/sampled';
import { type Deal, Trading } from '../support/trading';

/** The books are checked after each of so many operations: a check takes longer than an operation. */
const EVERY = IS_WHOLE ? 1 : 5;

/** Unit tests of postings cover the rules. This test covers the service's use of them over HTTP. */
describe('Any sequence of 200 operations on 5 orders and 8 invoices', () => {
  let service: Service;
  let worlds = 0;

  beforeAll(async () => {
    service = await startApp({ clock: storyClock(), env: { PROCESS_ROLE: 'api' } });
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

  it('makes committed + spent equal the breakdown’s sum, the ledger and the documents, with nothing below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deal, { minLength: 200, maxLength: 200 }), async (deals) => {
        worlds += 1;
        const admin = service.client();
        const { id: vendorId } = await aVendor(admin);
        const rich = await aDepartment(admin, `RICH-${worlds}`);
        const poor = await aDepartment(admin, `POOR-${worlds}`);
        const budgets = [
          await aBudget(admin, { department_id: rich }),
          await aBudget(admin, { department_id: poor, allocated_amount: 200 }),
        ];
        const trading = new Trading(service, vendorId, [rich, rich, poor], { orders: 5, invoices: 8 });
        for (const [index, one] of deals.entries()) {
          await trading.perform(one);
          if (index % EVERY === 0) expect(await disagreements(service)).toEqual({});
          if (index % 10 === 9) for (const { id } of budgets) await addsUp(id, one.form);
        }
        // Operations succeeded, not only failed.
        expect(trading.done.size).toBeGreaterThan(10);
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });

  async function addsUp(id: number, form: 'a' | 'b'): Promise<void> {
    const shown = await service.client({ form }).get(`/budgets/${id}/utilization`);
    const { approved_uninvoiced, invoiced_pending_payment, paid } = shown.breakdown.by_po_status;
    const [committed, spent] = [shown.committed_amount, shown.spent_amount];
    expect(approved_uninvoiced + invoiced_pending_payment + paid).toBeCloseTo(committed + spent, 6);
    expect(shown.available_amount).toBeCloseTo(shown.allocated_amount - committed - spent, 6);
    expect(Math.min(shown.reserved_amount, committed, spent)).toBeGreaterThanOrEqual(0);
    if (form === 'b') {
      expect(shown.capex.spent + shown.opex.spent).toBeCloseTo(spent, 6);
      expect(shown.capex.committed + shown.opex.committed).toBeCloseTo(committed, 6);
      expect(shown.capex.reserved + shown.opex.reserved).toBeCloseTo(shown.reserved_amount, 6);
      expect(Math.min(shown.capex.spent, shown.opex.spent, shown.capex.committed)).toBeGreaterThanOrEqual(0);
    }
  }
});
