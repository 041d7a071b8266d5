import fc from 'fast-check';
import {
  INITIAL_POLICY,
  invoice,
  type InvoiceLineSketch,
  NOTHING_BILLED,
  order,
  type OrderLineSketch,
  queued,
} from '../../../../../test/support/matching-facts';
import { WorkCounter } from '../../../../../test/support/work';
import { type Decimal, decimal, max, min, round, sum, ZERO } from '../../../../common/money';
import type { BilledBefore, InvoiceFacts, OrderFacts } from './facts';
import { billedQuantities, matchInvoice, matchQueue } from './match';
import { isApprovable } from '../approval/authority';
import { allowanceOn, type Tolerances } from './line-match';

const quantity = fc.integer({ min: 1, max: 200 }).map((n) => n / 10);
const price = fc.integer({ min: 0, max: 20000 }).map((n) => n / 100);
const description = fc.constantFrom('Paper', 'Ink', 'Desk', 'Chair');
const vat = fc.constantFrom(0, 5, 15);
const allowance = fc.record({
  pct: fc.option(fc.integer({ min: 0, max: 20 }).map((n) => decimal(n))),
  abs: fc.option(fc.integer({ min: 0, max: 3 }).map((n) => decimal(n))),
});
const tolerance: fc.Arbitrary<Tolerances> = fc.record({
  price: allowance,
  quantity: allowance,
  checkUnder: fc.boolean(),
});

const orderLine: fc.Arbitrary<OrderLineSketch> = fc.record({
  description,
  price,
  vat,
  ordered: quantity,
  accepted: fc.oneof(fc.constant(0), quantity),
});
const anyOrder = fc
  .tuple(fc.array(orderLine, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([lines, threeWay]) => order(lines, { threeWay }));

const invoiceLines = (facts: OrderFacts): fc.Arbitrary<InvoiceLineSketch[]> =>
  fc.array(
    fc.oneof(
      fc.constantFrom(...facts.lines).chain((line) =>
        fc.record({
          description: fc.constant(line.description),
          price: fc.oneof(fc.constant(line.unitPrice), price),
          vat: fc.constant(line.vatRate),
          quantity: fc.oneof(fc.constant(line.ordered), quantity),
          poLineId: fc.option(fc.constant(line.id)),
        }),
      ),
      fc.record({ description, price, vat, quantity }),
    ),
    { minLength: 1, maxLength: 6 },
  );
const billedBefore = (facts: OrderFacts): fc.Arbitrary<BilledBefore> =>
  fc
    .array(fc.oneof(fc.constant(0), quantity), { minLength: facts.lines.length, maxLength: facts.lines.length })
    .map((amounts) => new Map(facts.lines.map((line, index) => [line.id, decimal(amounts[index] ?? 0)])));
const situation = anyOrder.chain((facts) =>
  fc.record({ facts: fc.constant(facts), lines: invoiceLines(facts), before: billedBefore(facts), allowed: tolerance }),
);

function billedInAll(
  before: BilledBefore,
  matched: { orderLineId: number; quantity: Decimal }[],
): Map<number, Decimal> {
  const all = new Map(before);
  for (const line of matched) all.set(line.orderLineId, (all.get(line.orderLineId) ?? ZERO).plus(line.quantity));
  return all;
}

describe('invariants of a match', () => {
  it('a full match bills at most the ordered and, under three-way, the accepted quantity plus tolerance', () => {
    fc.assert(
      fc.property(situation, ({ facts, lines, before, allowed }) => {
        const result = matchInvoice(invoice(lines), facts, before, allowed);
        if (result.status !== 'full_match') return;
        const all = billedInAll(before, billedQuantities(result));
        for (const { billed } of result.lines) {
          if (!billed) throw new Error('a full match left a line unpaired');
          const { line } = billed;
          const total = all.get(line.id) ?? ZERO;
          expect(total.lte(line.ordered.plus(allowanceOn(line.ordered, allowed.quantity)))).toBe(true);
          if (facts.threeWay)
            expect(total.lte(line.accepted.plus(allowanceOn(line.accepted, allowed.quantity)))).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('the result does not depend on the sequence of lines with distinct texts or ids', () => {
    const shuffled = situation.chain((given) =>
      fc.record({
        given: fc.constant(given),
        invoiceOrder: fc.shuffledSubarray([...given.lines.keys()], { minLength: given.lines.length }),
        orderOrder: fc.shuffledSubarray([...given.facts.lines.keys()], { minLength: given.facts.lines.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ given: { facts, lines, before, allowed }, invoiceOrder, orderOrder }) => {
        // Excludes pairing by position, which depends on the sequence.
        const texts = new Set(facts.lines.map((line) => line.description));
        fc.pre(lines.every((line) => texts.has(line.description ?? '')));
        const one = matchInvoice(invoice(lines), facts, before, allowed);
        const other = matchInvoice(
          renumbered(invoice(lines), invoiceOrder),
          { ...facts, lines: pick(facts.lines, orderOrder) },
          before,
          allowed,
        );
        expect(other.status).toBe(one.status);
        expect(other.variances.po?.toFixed()).toBe(one.variances.po?.toFixed());
        expect(other.lines.map(({ result }) => result).sort()).toEqual(one.lines.map(({ result }) => result).sort());
      }),
      { numRuns: 250 },
    );
  });

  it('the variances equal their definition in exact decimals', () => {
    fc.assert(
      fc.property(situation, ({ facts, lines, before, allowed }) => {
        const result = matchInvoice(invoice(lines), facts, before, allowed);
        const all = billedInAll(new Map(), billedQuantities(result));
        const S = sum(result.lines.map(({ line }) => line.quantity.times(line.unitPrice)));
        const at = (limit: (line: OrderFacts['lines'][number]) => Decimal) =>
          sum(
            facts.lines.map((line) => {
              const left = max(limit(line).minus(before.get(line.id) ?? ZERO), ZERO);
              return min(all.get(line.id) ?? ZERO, left).times(line.unitPrice);
            }),
          );
        const E = at((line) => line.ordered);
        const expected = E.gt(0) ? round(S.minus(E).div(E).times(100), 2).toFixed() : S.gt(0) ? '100' : undefined;
        expect(result.variances.po?.toFixed()).toBe(expected);
        const billedLines = facts.lines.filter((line) => all.has(line.id));
        const G = at((line) => (all.has(line.id) ? line.accepted : ZERO));
        const atOrder = sum(billedLines.map((line) => (all.get(line.id) ?? ZERO).times(line.unitPrice)));
        if (!billedLines.some((line) => line.accepted.gt(0))) expect(result.variances.gr).toBeNull();
        else if (G.gt(0))
          expect(result.variances.gr?.toFixed()).toBe(round(atOrder.minus(G).div(G).times(100), 2).toFixed());
        else expect(result.variances.gr?.toFixed()).toBe(atOrder.gt(0) ? '100' : undefined);
      }),
      { numRuns: 250 },
    );
  });

  it('only a full match has no reasons', () => {
    fc.assert(
      fc.property(situation, ({ facts, lines, before, allowed }) => {
        const { status, reasons } = matchInvoice(invoice(lines), facts, before, allowed);
        expect(reasons.length === 0).toBe(status === 'full_match');
      }),
      { numRuns: 250 },
    );
  });

  it('a larger tolerance never makes the result worse', () => {
    const rank = { mismatch: 0, pending_grn: 1, partial_match: 1, full_match: 2 };
    fc.assert(
      fc.property(situation, ({ facts, lines, before }) => {
        const strict = matchInvoice(invoice(lines), facts, before, { price: NONE, quantity: NONE, checkUnder: false });
        const generous = matchInvoice(invoice(lines), facts, before, {
          price: LARGE,
          quantity: LARGE,
          checkUnder: false,
        });
        expect(rank[generous.status]).toBeGreaterThanOrEqual(rank[strict.status]);
      }),
    );
  });
});

const NONE = { pct: ZERO, abs: null };
const LARGE = { pct: decimal(50), abs: decimal(50) };

describe('invariants of an order', () => {
  it('approved invoices never exceed the order plus tolerance, in any sequence of decisions', () => {
    const story = anyOrder.chain((facts) =>
      fc.record({
        facts: fc.constant(facts),
        allowed: tolerance,
        invoices: fc.array(fc.tuple(invoiceLines(facts), fc.integer({ min: 1, max: 4 })), {
          minLength: 1,
          maxLength: 6,
        }),
        decisions: fc.array(fc.nat({ max: 5 }), { maxLength: 12 }),
      }),
    );
    fc.assert(
      fc.property(story, ({ facts, allowed, invoices, decisions }) => {
        let waiting = invoices.map(([lines, day], index) => queued(index + 1, lines, new Date(day)));
        let approved: BilledBefore = NOTHING_BILLED;
        for (const decision of decisions) {
          const chosen = waiting[decision % Math.max(waiting.length, 1)];
          const result = chosen && matchQueue(waiting, facts, approved, allowed).get(chosen.id);
          if (!result || !isApprovable({ status: result.status, withOrder: true }, INITIAL_POLICY)) continue;
          approved = billedInAll(approved, billedQuantities(result));
          waiting = waiting.filter((entry) => entry !== chosen);
        }
        for (const line of facts.lines) {
          const limit = line.ordered.plus(allowanceOn(line.ordered, allowed.quantity));
          expect((approved.get(line.id) ?? ZERO).lte(limit)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the complexity of a match', () => {
  it.each([
    ['with distinct texts', (index: number) => `Item ${index}`, () => 1],
    ['all equal', () => 'Item', () => 1],
    ['equal except for the price', () => 'Item', (index: number) => index + 1],
  ])('is at most n log n for 1,000 invoice and order lines %s', async (_, name, priceOf) => {
    const side = (n: number, dearer: number) =>
      Array.from({ length: n }, (_each, index) => ({
        description: name(index),
        ordered: index + 1,
        accepted: index + 1,
        quantity: index + 1,
        price: priceOf(index) + dearer,
      }));
    const work = async (n: number): Promise<number> => {
      const counter = new WorkCounter();
      const facts = counter.watch(order(side(n, 0)));
      const billing = counter.watch(invoice(side(n, 0.25).reverse()));
      const tolerances = { price: { pct: null, abs: decimal(0.25) }, quantity: NONE, checkUnder: true };
      const { status } = await counter.counting(() => matchInvoice(billing, facts, NOTHING_BILLED, tolerances));
      expect(status).toBe('full_match');
      return counter.count;
    };
    const [small, large] = [await work(250), await work(1000)];
    // Four times the lines cost about five times the work at n log n, and sixteen times at n squared.
    expect(small).toBeGreaterThan(250);
    expect(large / small).toBeLessThan(5.5);
  });
});

function pick<T>(items: readonly T[], positions: readonly number[]): T[] {
  return positions.flatMap((position) => items[position] ?? []);
}

function renumbered(facts: InvoiceFacts, positions: readonly number[]): InvoiceFacts {
  return { ...facts, lines: pick(facts.lines, positions).map((line, index) => ({ ...line, lineNumber: index + 1 })) };
}
