import fc from 'fast-check';
import {
  billed,
  invoice,
  type InvoiceLineSketch,
  NOTHING_BILLED,
  order,
  type OrderLineSketch,
} from '../../../../../test/support/matching-facts';
import type { BilledBefore } from './facts';
import { pairLines } from './pairing';

/** The id of the paired order line per invoice line, or null. */
function pairs(lines: InvoiceLineSketch[], orderLines: OrderLineSketch[], before: BilledBefore = NOTHING_BILLED) {
  const facts = invoice(lines);
  const found = pairLines(facts.lines, order(orderLines).lines, before);
  return facts.lines.map(({ id }) => found.get(id) ?? null);
}

describe('pairLines', () => {
  it('uses the specified order line, even if the texts differ', () => {
    const orderLines = [{ description: 'Paper' }, { description: 'Ink' }];
    expect(
      pairs(
        [
          { description: 'Paper', poLineId: 2 },
          { description: 'Ink', poLineId: 1 },
        ],
        orderLines,
      ),
    ).toEqual([2, 1]);
  });

  it('leaves a line unmatched that specifies a line of another order', () => {
    expect(pairs([{ description: 'Paper', poLineId: 99 }], [{ description: 'Paper' }])).toEqual([null]);
  });

  it('ignores case, width and spaces in descriptions', () => {
    expect(
      pairs(
        [{ description: ' ＰＡＰＥＲ   a4' }, { description: 'x' }],
        [{ description: 'x' }, { description: 'Paper A4' }],
      ),
    ).toEqual([2, 1]);
  });

  it('prefers an equal unit and price to an equal description only', () => {
    const water = [
      { description: 'Water', unit: 'bottle', price: 2 },
      { description: 'Water', unit: 'box', price: 50 },
    ];
    expect(pairs([{ description: 'Water', unit: 'Box', price: 50 }], water)).toEqual([2]);
    expect(pairs([{ description: 'Water', unit: 'bottle', price: '2.00' }], water)).toEqual([1]);
  });

  it('uses the nearest price if only the description is equal', () => {
    const water = [
      { description: 'Water', price: 2 },
      { description: 'Water', price: 50 },
    ];
    expect(
      pairs(
        [
          { description: 'Water', price: 49 },
          { description: 'Water', price: 3 },
        ],
        water,
      ),
    ).toEqual([2, 1]);
  });

  it('uses the position if equally many lines are left on both sides', () => {
    const orderLines = [{ description: 'A' }, { description: 'B' }, { description: 'C' }];
    expect(pairs([{ description: 'x' }, { description: 'B' }, { description: 'y' }], orderLines)).toEqual([1, 2, 3]);
  });

  it('leaves lines unmatched if more are left on one side', () => {
    expect(pairs([{ description: 'x' }], [{ description: 'A' }, { description: 'B' }])).toEqual([null]);
    expect(pairs([{ description: 'A' }, { description: 'x' }], [{ description: 'A' }])).toEqual([1, null]);
  });

  it('uses the quantity for order lines that are otherwise equal', () => {
    const alike = [
      { description: 'A', ordered: 5 },
      { description: 'A', ordered: 10 },
    ];
    expect(
      pairs(
        [
          { description: 'A', quantity: 10 },
          { description: 'A', quantity: 5 },
        ],
        alike,
      ),
    ).toEqual([2, 1]);
  });

  it('pairs several lines with one order line when a vendor splits it', () => {
    expect(
      pairs(
        [
          { description: 'A', quantity: 5 },
          { description: 'A', quantity: 5 },
        ],
        [{ description: 'A' }],
      ),
    ).toEqual([1, 1]);
  });

  it('pairs both parts of a split line with the order line of equal price while it has an open quantity', () => {
    const orderLines = [
      { description: 'A', price: 10 },
      { description: 'A', price: 12 },
    ];
    const halves = [
      { description: 'A', price: 10, quantity: 5 },
      { description: 'A', price: 10, quantity: 5 },
    ];
    expect(pairs(halves, orderLines)).toEqual([1, 1]);
  });

  it('uses completely billed order lines last', () => {
    const alike = [{ description: 'A' }, { description: 'A' }];
    expect(pairs([{ description: 'A' }], alike, billed({ 1: 10 }))).toEqual([2]);
    expect(pairs([{ description: 'A' }], [{ description: 'A' }], billed({ 1: 10 }))).toEqual([1]);
  });

  it('distributes lines of another price over the open quantities', () => {
    const alike = [{ description: 'A' }, { description: 'A' }];
    const lines = [10, 5, 5].map((quantity) => ({ description: 'A', price: 110, quantity }));
    const [ten, ...fives] = pairs(lines, alike);
    expect(new Set([ten, ...fives])).toEqual(new Set([1, 2]));
    expect(fives).not.toContain(ten);
  });

  it('pairs one to one when the invoice lines equal the order lines', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, (ordered) => {
        const orderLines = ordered.map((size) => ({ description: 'A', ordered: size }));
        const found = pairs(ordered.map((size) => ({ description: 'A', quantity: size })).reverse(), orderLines);
        expect([...found].sort()).toEqual(ordered.map((_, index) => index + 1).sort());
      }),
    );
  });
});
