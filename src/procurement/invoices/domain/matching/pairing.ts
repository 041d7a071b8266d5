import { type Decimal, max, ZERO } from '../../../../common/money';
import { textKey } from '../../../../common/records/keys';
import type { InvoiceLineFacts } from '../entry/lines';
import type { BilledBefore, OrderLineFacts } from './facts';
import { NearestLineIndex } from './nearest-line-index';

/** Invoice line id to order line id. Lines without a matching order line are absent. */
export type Pairs = ReadonlyMap<number, number>;

/**
 * Finds the order line for each invoice line. It tries, in this sequence:
 * - the order line that the caller specified
 * - equal description, unit and price
 * - equal description
 * - equal position, if equally many lines are left on both sides
 *
 * Descriptions and units are compared normalised. Except for the last step the sequence of the lines does not matter:
 * quantities and prices decide between equal lines. Several invoice lines may bill one order line, for example when a
 * vendor splits a line.
 * @param billedBefore to prefer order lines with an open quantity
 */
export function pairLines(
  lines: readonly InvoiceLineFacts[],
  orderLines: readonly OrderLineFacts[],
  billedBefore: BilledBefore,
): Pairs {
  return new Pairing(orderLines, billedBefore).run(lines);
}

class Pairing {
  private readonly pairs = new Map<number, number>();
  private readonly candidates: readonly Candidate[];

  constructor(orderLines: readonly OrderLineFacts[], billedBefore: BilledBefore) {
    this.candidates = [...orderLines].sort(byPosition).map((line) => candidate(line, billedBefore));
  }

  run(lines: readonly InvoiceLineFacts[]): Pairs {
    let left = this.pairNamed(lines);
    if (left.length === 0) return this.pairs;
    left = this.inGroups(left, 'exact', (seekers, group) => this.fitSizes(seekers, group));
    left = this.inGroups(left, 'description', (seekers, group) => this.fitPrices(seekers, group));
    this.pairByPosition(left);
    return this.pairs;
  }

  /** Pairs lines whose order line was specified. A line of another order is never paired. */
  private pairNamed(lines: readonly InvoiceLineFacts[]): Seeker[] {
    const byId = new Map(this.candidates.map((entry) => [entry.line.id, entry]));
    for (const line of lines) {
      if (line.poLineId !== null) this.pair(line, byId.get(line.poLineId));
    }
    return lines.filter(({ poLineId }) => poLineId === null).map((line) => ({ line, ...keysOf(line) }));
  }

  /** Runs a step on each group of invoice and order lines with an equal key. Returns the unpaired lines. */
  private inGroups(
    seekers: readonly Seeker[],
    key: 'exact' | 'description',
    step: (seekers: readonly Seeker[], group: readonly Candidate[]) => readonly Seeker[],
  ): Seeker[] {
    const groups = groupBy(this.candidates, (entry) => (entry.keys ??= keysOf(entry.line))[key]);
    return [...groupBy(seekers, (entry) => entry[key])].flatMap(([value, members]) => {
      const group = groups.get(value);
      return group ? step(members, group) : members;
    });
  }

  /**
   * For equal description, unit and price. First one to one, with the smallest sufficient open quantity. Then several
   * invoice lines with one order line that has enough open quantity. Returns lines that exceed every open quantity.
   */
  private fitSizes(seekers: readonly Seeker[], group: readonly Candidate[]): readonly Seeker[] {
    const index = new NearestLineIndex(free(group), ({ open }) => open);
    const unpaired = [...seekers]
      .sort(largestFirst)
      .filter(({ line }) => !this.pair(line, index.takeSmallestHolding(line.quantity)));
    const level = new PriceLevel(group);
    return unpaired.filter(({ line }) => !this.pair(line, level.withOpen(line.quantity)));
  }

  /**
   * For equal descriptions only. First one to one by the nearest price. Then several invoice lines with one order line
   * at the nearest price: one with enough open quantity, or else the one that had the largest.
   */
  private fitPrices(seekers: readonly Seeker[], group: readonly Candidate[]): readonly Seeker[] {
    const index = new NearestLineIndex(free(group), ({ line }) => line.unitPrice);
    const unpaired = [...seekers]
      .sort(dearestFirst)
      .filter(({ line }) => !this.pair(line, index.takeNearest(line.unitPrice)));
    const levels = priceLevels(group);
    return unpaired.sort(largestFirst).filter(({ line }) => {
      const level = levels.nearest(line.unitPrice);
      return !this.pair(line, level?.withOpen(line.quantity) ?? level?.first);
    });
  }

  private pairByPosition(left: readonly Seeker[]): void {
    const spare = this.candidates.filter(({ taken }) => !taken);
    if (left.length !== spare.length) return;
    const lines = left.map(({ line }) => line).sort(byPosition);
    lines.forEach((line, position) => this.pair(line, spare[position]));
  }

  private pair(line: InvoiceLineFacts, found: Candidate | undefined): boolean {
    if (!found) return false;
    this.pairs.set(line.id, found.line.id);
    found.taken = true;
    found.open = max(found.open.minus(line.quantity), ZERO);
    return true;
  }
}

function byPosition(a: { lineNumber: number }, b: { lineNumber: number }): number {
  return a.lineNumber - b.lineNumber;
}

// Compares every figure that later steps use, so lines that still tie are interchangeable.
function largestFirst({ line: a }: Seeker, { line: b }: Seeker): number {
  return b.quantity.cmp(a.quantity) || b.unitPrice.cmp(a.unitPrice) || b.vatRate.cmp(a.vatRate);
}

function dearestFirst(a: Seeker, b: Seeker): number {
  return b.line.unitPrice.cmp(a.line.unitPrice) || largestFirst(a, b);
}

interface LineKeys {
  readonly description: string;
  readonly exact: string;
}

interface Seeker extends LineKeys {
  readonly line: InvoiceLineFacts;
}

interface Candidate {
  readonly line: OrderLineFacts;
  /** Computed on first use: not needed if the invoice specifies its order lines. */
  keys?: LineKeys;
  open: Decimal;
  taken: boolean;
}

function candidate(line: OrderLineFacts, billedBefore: BilledBefore): Candidate {
  const open = max(line.ordered.minus(billedBefore.get(line.id) ?? ZERO), ZERO);
  return { line, open, taken: false };
}

/** Order lines of one price, largest open quantity first, for invoice lines without a one-to-one partner. */
class PriceLevel {
  private readonly mostOpen: readonly Candidate[];
  private at = 0;

  /** @param candidates at least one, all of the same price */
  constructor(candidates: readonly Candidate[]) {
    this.mostOpen = [...candidates].sort((a, b) => b.open.cmp(a.open) || a.line.lineNumber - b.line.lineNumber);
  }

  /** An order line with this open quantity. Callers must ask for decreasing quantities (the position only advances). */
  withOpen(quantity: Decimal): Candidate | undefined {
    while (this.mostOpen[this.at]?.open.lt(quantity)) this.at += 1;
    return this.mostOpen[this.at];
  }

  get price(): Decimal {
    return this.first?.line.unitPrice ?? ZERO;
  }

  /** The order line with the largest open quantity. Lines that exceed every open quantity are paired with it. */
  get first(): Candidate | undefined {
    return this.mostOpen[0];
  }
}

function priceLevels(group: readonly Candidate[]): NearestLineIndex<PriceLevel> {
  const byPrice = groupBy(group, ({ line }) => line.unitPrice.toFixed());
  return new NearestLineIndex(
    [...byPrice.values()].map((members) => new PriceLevel(members)),
    ({ price }) => price,
  );
}

function free(group: readonly Candidate[]): Candidate[] {
  return group.filter(({ taken, open }) => !taken && open.gt(0));
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const value = key(item);
    const group = groups.get(value);
    if (group) group.push(item);
    else groups.set(value, [item]);
  }
  return groups;
}

function keysOf(line: { description: string; unit: string | null; unitPrice: Decimal }): LineKeys {
  const description = normalisedDescription(line.description);
  const exact = JSON.stringify([description, normalisedDescription(line.unit), line.unitPrice.toFixed()]);
  return { description, exact };
}

export function normalisedDescription(text: string | null): string {
  return textKey(text ?? '');
}
