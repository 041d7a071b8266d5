import fc from 'fast-check';
import { decimal } from '../../../../common/money';
import { NearestLineIndex } from './nearest-line-index';

const numbers = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 });

/** Slow reference implementation. */
function slowly(left: number[], value: number, choose: (a: number, b: number) => number): number | undefined {
  const best = [...left].sort(choose)[0];
  if (best !== undefined) left.splice(left.indexOf(best), 1);
  return best;
}

describe('NearestLineIndex', () => {
  const row = (items: number[]) => new NearestLineIndex(items, (item) => decimal(item));

  it('removes the smallest item that is at least the value, else the largest', () => {
    fc.assert(
      fc.property(numbers, numbers, (items, asked) => {
        const left = [...items];
        const subject = row(items);
        for (const value of asked) {
          const holds = (item: number) => (item >= value ? item : 1000 - item);
          expect(subject.takeSmallestHolding(decimal(value))).toBe(slowly(left, value, (a, b) => holds(a) - holds(b)));
        }
      }),
    );
  });

  it('removes the nearest item, of two equally near the lower', () => {
    fc.assert(
      fc.property(numbers, numbers, (items, asked) => {
        const left = [...items];
        const subject = row(items);
        for (const value of asked) {
          const near = (a: number, b: number) => Math.abs(a - value) - Math.abs(b - value) || a - b;
          expect(subject.takeNearest(decimal(value))).toBe(slowly(left, value, near));
        }
      }),
    );
  });

  it('finds an item without removing it', () => {
    const subject = row([1, 5]);
    expect([subject.nearest(decimal(4)), subject.nearest(decimal(4))]).toEqual([5, 5]);
    expect(row([]).nearest(decimal(4))).toBeUndefined();
  });
});
