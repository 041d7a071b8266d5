import { type Decimal, max, ZERO } from '../../../../common/money';
import { textKey } from '../../../../common/records/keys';
import type { InvoiceLineFacts } from '../entry/lines';
import type { BilledBefore, OrderLineFacts } from './facts';
import { NearestLineIndex } from './nearest-line-index';

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
    if (left.length === 0) return this.pairs;
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
    const groups = groupBy(this.candidates, (entry) => (entry.keys ??= keysOf(entry.line))[key]);
    return [...groupBy(seekers, (entry) => entry[key])].flatMap(([value, members]) => {
      const group = groups.get(value);
      return group ? step(members, group) : members;
    });
  }

  /**
   * Pairs with order lines that are alike but for their size: one to one, each with the smallest that still has its
   * quantity open; then several with one, wherever enough is open. Lines for which nothing has enough open are left to the
   * next step.
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
   * Pairs with order lines that are alike but for unit or price: one to one by the nearest price; then several with one
   * at the nearest price, where enough is open, or else where most was.
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

// Every figure that a later step looks at takes part, so that lines that still tie are interchangeable.
function largestFirst({ line: a }: Seeker, { line: b }: Seeker): number {
  return b.quantity.cmp(a.quantity) || b.unitPrice.cmp(a.unitPrice) || b.vatRate.cmp(a.vatRate);
}

function dearestFirst(a: Seeker, b: Seeker): number {
  return b.line.unitPrice.cmp(a.line.unitPrice) || largestFirst(a, b);
}

/** What lines are compared by. */
interface LineKeys {
  /** The description, normalised. */
  readonly description: string;
  /** Description, unit and price together. */
  readonly exact: string;
}

/** A line of the invoice that looks for its order line. */
interface Seeker extends LineKeys {
  readonly line: InvoiceLineFacts;
}

/** An order line that may be looked for, and how much of it is still open. */
interface Candidate {
  readonly line: OrderLineFacts;
  /** Made when it is first compared: an invoice that names its order lines needs none. */
  keys?: LineKeys;
  open: Decimal;
  taken: boolean;
}

/** An invoice line with its keys. */
function seeker(line: InvoiceLineFacts): Seeker {
  return { line, ...keysOf(line) };
}

/** An order line; open is what neither other invoices nor this one has billed. */
function candidate(line: OrderLineFacts, billedBefore: BilledBefore): Candidate {
  const open = max(line.ordered.minus(billedBefore.get(line.id) ?? ZERO), ZERO);
  return { line, open, taken: false };
}

/** Order lines of one price, those with most left open first, for lines that found no order line of their own. */
class PriceLevel {
  private readonly mostOpen: readonly Candidate[];
  private at = 0;

  /** @param candidates of one price; at least one */
  constructor(candidates: readonly Candidate[]) {
    this.mostOpen = [...candidates].sort((a, b) => b.open.cmp(a.open) || a.line.lineNumber - b.line.lineNumber);
  }

  /** An order line of which the quantity is still open. Asked for ever smaller quantities, it walks the level once. */
  withOpen(quantity: Decimal): Candidate | undefined {
    while (this.mostOpen[this.at]?.open.lt(quantity)) this.at += 1;
    return this.mostOpen[this.at];
  }

  /** The price they share. */
  get price(): Decimal {
    return this.first?.line.unitPrice ?? ZERO;
  }

  /** The order line with the largest open quantity: a line that fits no order line is matched with it and exceeds it. */
  get first(): Candidate | undefined {
    return this.mostOpen[0];
  }
}

/** The price levels of a group, to be found by the nearest price. */
function priceLevels(group: readonly Candidate[]): NearestLineIndex<PriceLevel> {
  const byPrice = groupBy(group, ({ line }) => line.unitPrice.toFixed());
  return new NearestLineIndex(
    [...byPrice.values()].map((members) => new PriceLevel(members)),
    ({ price }) => price,
  );
}

/** Order lines that no line of this invoice has and that are not billed in full. */
function free(group: readonly Candidate[]): Candidate[] {
  return group.filter(({ taken, open }) => !taken && open.gt(0));
}

/** Splits into groups with an equal key, in the order in which the keys first come. */
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

/** A description or unit for comparison. */
export function normalisedDescription(text: string | null): string {
  return textKey(text ?? '');
}
