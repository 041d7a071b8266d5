import type { Decimal } from '../../../../common/money';

/**
 * Items sorted by one figure, to be found by the nearest figure and taken away one by one. Each step is a binary search
 * and skips in one step what is already taken, so that pairing a thousand lines with a thousand stays n log n even when
 * every line has the same description.
 */
export class NearestLineIndex<T> {
  private readonly items: readonly T[];
  private readonly keys: readonly Decimal[];
  /** `above[i]`: a free position at or above i, or one on the way to it; `below` the same, one to the right. */
  private readonly above: number[];
  private readonly below: number[];

  /** @param items ties keep the order given */
  constructor(items: readonly T[], key: (item: T) => Decimal) {
    const keyed = items.map((item) => ({ item, key: key(item) })).sort((a, b) => a.key.cmp(b.key));
    this.items = keyed.map(({ item }) => item);
    this.keys = keyed.map((entry) => entry.key);
    this.above = Array.from({ length: items.length + 1 }, (_, i) => i);
    this.below = Array.from({ length: items.length + 1 }, (_, i) => i);
  }

  /** Takes the smallest that is at least the value; without one, the largest there is. */
  takeSmallestHolding(value: Decimal): T | undefined {
    const split = this.firstAtLeast(value);
    return this.take(this.freeAtOrAbove(split) ?? this.freeBelow(split));
  }

  /** Takes the one nearest to the value, of two as near the lower. */
  takeNearest(value: Decimal): T | undefined {
    return this.take(this.nearestPosition(value));
  }

  /** The one nearest to the value, which stays. */
  nearest(value: Decimal): T | undefined {
    const position = this.nearestPosition(value);
    return position === undefined ? undefined : this.items[position];
  }

  private nearestPosition(value: Decimal): number | undefined {
    const split = this.firstAtLeast(value);
    return this.nearer(value, this.freeBelow(split), this.freeAtOrAbove(split));
  }

  private nearer(value: Decimal, low: number | undefined, high: number | undefined): number | undefined {
    if (low === undefined || high === undefined) return low ?? high;
    return value.minus(this.keyAt(low)).lte(this.keyAt(high).minus(value)) ? low : high;
  }

  private take(position: number | undefined): T | undefined {
    if (position === undefined) return undefined;
    this.above[position] = position + 1;
    this.below[position + 1] = position;
    return this.items[position];
  }

  private freeAtOrAbove(position: number): number | undefined {
    const free = root(this.above, position);
    return free < this.items.length ? free : undefined;
  }

  /** The nearest free position left of this one. */
  private freeBelow(position: number): number | undefined {
    const free = root(this.below, position);
    return free > 0 ? free - 1 : undefined;
  }

  private firstAtLeast(value: Decimal): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keyAt(middle).lt(value)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private keyAt(position: number): Decimal {
    const key = this.keys[position];
    if (key === undefined) throw new RangeError(`No item at ${position}`);
    return key;
  }
}

/** The end of a chain of hops, shortening the chain on the way. */
function root(hops: number[], start: number): number {
  let end = start;
  for (let hop = hops[end]; hop !== undefined && hop !== end; hop = hops[end]) end = hop;
  for (let at = start; at !== end;) {
    const hop = hops[at] ?? end;
    hops[at] = end;
    at = hop;
  }
  return end;
}
