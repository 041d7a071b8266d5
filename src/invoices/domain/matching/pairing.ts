import { max, ZERO } from '../../../common/money';
import { type Candidate, candidate, free, groupBy, PriceLevel, priceLevels, type Seeker, seeker } from './candidates';
import type { BilledBefore, InvoiceLineFacts, OrderLineFacts } from './facts';
import { SortedRow } from './nearest-line-index';

/** For each invoice line id, the id of the order line it bills. A line not named fits none. */
export type Pairs = ReadonlyMap<number, number>;

/**
 * Finds the order line that each invoice line bills. In this order: the one the caller named; equal description, unit
 * and price; equal description; when as many are left on both sides, the same position; else none. Descriptions and
 * units are compared normalised. Except for the last step the order of the lines does not matter: among equals, sizes
 * and prices decide. Several lines may bill one order line, as when a vendor splits a line in two.
 * @param billedBefore tells order lines already billed in full from those still open, which come first
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
    left = this.inGroups(left, 'exact', (seekers, group) => this.fitSizes(seekers, group));
    left = this.inGroups(left, 'description', (seekers, group) => this.fitPrices(seekers, group));
    this.pairByPosition(left);
    return this.pairs;
  }

  /** Lines whose order line was named; one that is not of this order fits none, whatever it says. */
  private pairNamed(lines: readonly InvoiceLineFacts[]): Seeker[] {
    const byId = new Map(this.candidates.map((entry) => [entry.line.id, entry]));
    for (const line of lines) {
      if (line.poLineId !== null) this.pair(line, byId.get(line.poLineId));
    }
    return lines.filter(({ poLineId }) => poLineId === null).map(seeker);
  }

  /** Runs a step on each group of lines and order lines with an equal key; answers the lines it left. */
  private inGroups(
    seekers: readonly Seeker[],
    key: 'exact' | 'description',
    step: (seekers: readonly Seeker[], group: readonly Candidate[]) => readonly Seeker[],
  ): Seeker[] {
    const groups = groupBy(this.candidates, (entry) => entry[key]);
    return [...groupBy(seekers, (entry) => entry[key])].flatMap(([value, members]) => {
      const group = groups.get(value);
      return group ? step(members, group) : members;
    });
  }

  /**
   * Order lines alike but for their size: one line to one, each in the smallest that holds it; then wherever there is
   * room. Lines that find no room are left to the next step.
   */
  private fitSizes(seekers: readonly Seeker[], group: readonly Candidate[]): readonly Seeker[] {
    const row = new SortedRow(free(group), ({ open }) => open);
    const crowded = [...seekers]
      .sort(largestFirst)
      .filter(({ line }) => !this.pair(line, row.takeSmallestHolding(line.quantity)));
    const level = new PriceLevel(group);
    return crowded.filter(({ line }) => !this.pair(line, level.withRoomFor(line.quantity)));
  }

  /**
   * Order lines alike but for unit or price: one line to one by the nearest price; then, at the nearest price, where
   * there is room or else where there was most.
   */
  private fitPrices(seekers: readonly Seeker[], group: readonly Candidate[]): readonly Seeker[] {
    const row = new SortedRow(free(group), ({ line }) => line.unitPrice);
    const crowded = [...seekers]
      .sort(dearestFirst)
      .filter(({ line }) => !this.pair(line, row.takeNearest(line.unitPrice)));
    const levels = priceLevels(group);
    return crowded.sort(largestFirst).filter(({ line }) => {
      const level = levels.nearest(line.unitPrice);
      return !this.pair(line, level?.withRoomFor(line.quantity) ?? level?.first);
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

// Every figure that a later step looks at takes part, so that lines that still tie are interchangeable.
function largestFirst({ line: a }: Seeker, { line: b }: Seeker): number {
  return b.quantity.cmp(a.quantity) || b.unitPrice.cmp(a.unitPrice) || b.vatRate.cmp(a.vatRate);
}

function dearestFirst(a: Seeker, b: Seeker): number {
  return b.line.unitPrice.cmp(a.line.unitPrice) || largestFirst(a, b);
}
