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

/** The order line each invoice line pairs with, null for none. */
function pairs(lines: InvoiceLineSketch[], orderLines: OrderLineSketch[], before: BilledBefore = NOTHING_BILLED) {
  const facts = invoice(lines);
  const found = pairLines(facts.lines, order(orderLines).lines, before);
  return facts.lines.map(({ id }) => found.get(id) ?? null);
}

describe('pairing', () => {
  it('takes the order line that was named, whatever the texts say', () => {
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

  it('leaves a line that names another order’s line unmatched, whatever its text', () => {
    expect(pairs([{ description: 'Paper', poLineId: 99 }], [{ description: 'Paper' }])).toEqual([null]);
  });

  it('reads descriptions without regard to case, width and space', () => {
    expect(
      pairs(
        [{ description: ' ＰＡＰＥＲ   a4' }, { description: 'x' }],
        [{ description: 'x' }, { description: 'Paper A4' }],
      ),
    ).toEqual([2, 1]);
  });

  it('prefers equal unit and price to equal description alone', () => {
    const water = [
      { description: 'Water', unit: 'bottle', price: 2 },
      { description: 'Water', unit: 'box', price: 50 },
    ];
    expect(pairs([{ description: 'Water', unit: 'Box', price: 50 }], water)).toEqual([2]);
    expect(pairs([{ description: 'Water', unit: 'bottle', price: '2.00' }], water)).toEqual([1]);
  });

  it('goes by the nearest price where only the description agrees', () => {
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

  it('goes by position where as many are left on both sides', () => {
    const orderLines = [{ description: 'A' }, { description: 'B' }, { description: 'C' }];
    expect(pairs([{ description: 'x' }, { description: 'B' }, { description: 'y' }], orderLines)).toEqual([1, 2, 3]);
  });

  it('matches nothing where more are left on one side', () => {
    expect(pairs([{ description: 'x' }], [{ description: 'A' }, { description: 'B' }])).toEqual([null]);
    expect(pairs([{ description: 'A' }, { description: 'x' }], [{ description: 'A' }])).toEqual([1, null]);
  });

  it('fits sizes among order lines that are otherwise alike', () => {
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

  it('lets several lines bill one order line when a vendor splits it', () => {
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

  it('keeps a split line with the order line of its price, while that has quantity left', () => {
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

  it('leaves order lines that are billed in full to the last', () => {
    const alike = [{ description: 'A' }, { description: 'A' }];
    expect(pairs([{ description: 'A' }], alike, billed({ 1: 10 }))).toEqual([2]);
    expect(pairs([{ description: 'A' }], [{ description: 'A' }], billed({ 1: 10 }))).toEqual([1]);
  });

  it('spreads lines of another price over the quantities that are left', () => {
    const alike = [{ description: 'A' }, { description: 'A' }];
    const lines = [10, 5, 5].map((quantity) => ({ description: 'A', price: 110, quantity }));
    const [ten, ...fives] = pairs(lines, alike);
    expect(new Set([ten, ...fives])).toEqual(new Set([1, 2]));
    expect(fives).not.toContain(ten);
  });

  it('bills with every line at most what is ordered when the invoice is a splitting of the order', () => {
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
