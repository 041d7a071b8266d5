import type { Decimal } from '../../../../common/money';

/**
 * Sorted items that can be found by the nearest key and removed one by one. Each lookup is a binary search that skips
 * removed items, so pairing n lines takes O(n log n), even if all descriptions are equal.
 */
export class NearestLineIndex<T> {
  private readonly items: readonly T[];
  private readonly keys: readonly Decimal[];
  /** `above[i]`: a free position at or above i, or a link towards it. `below`: the same downwards, shifted by one. */
  private readonly above: number[];
  private readonly below: number[];

  /** @param items items with equal keys stay in this order */
  constructor(items: readonly T[], key: (item: T) => Decimal) {
    const keyed = items.map((item) => ({ item, key: key(item) })).sort((a, b) => a.key.cmp(b.key));
    this.items = keyed.map(({ item }) => item);
    this.keys = keyed.map((entry) => entry.key);
    this.above = Array.from({ length: items.length + 1 }, (_, i) => i);
    this.below = Array.from({ length: items.length + 1 }, (_, i) => i);
  }

  /** Removes and returns the item with the smallest key >= value, or else with the largest key. */
  takeSmallestHolding(value: Decimal): T | undefined {
    const split = this.firstAtLeast(value);
    return this.take(this.freeAtOrAbove(split) ?? this.freeBelow(split));
  }

  /** Removes and returns the nearest item; of two equally near items the lower. */
  takeNearest(value: Decimal): T | undefined {
    return this.take(this.nearestPosition(value));
  }

  /** Returns the nearest item without removing it. */
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

/** Follows links to the end of the chain and shortens the chain (path compression). */
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
