import { type Decimal, max, ZERO } from '../../../common/money';
import type { BilledBefore, InvoiceLineFacts, OrderLineFacts } from './facts';
import { SortedRow } from './nearest-line-index';
import { normalisedDescription } from '../text-key';

/** What lines are compared by. */
export interface LineKeys {
  /** The description, normalised. */
  readonly description: string;
  /** Description, unit and price together. */
  readonly exact: string;
}

/** A line of the invoice that looks for its order line. */
export interface Seeker extends LineKeys {
  readonly line: InvoiceLineFacts;
}

/** An order line that may be looked for, and how much of it is still open. */
export interface Candidate extends LineKeys {
  readonly line: OrderLineFacts;
  open: Decimal;
  taken: boolean;
}

/** An invoice line with its keys. */
export function seeker(line: InvoiceLineFacts): Seeker {
  return { line, ...keysOf(line) };
}

/** An order line with its keys; open is what neither other invoices nor this one has billed. */
export function candidate(line: OrderLineFacts, billedBefore: BilledBefore): Candidate {
  const open = max(line.ordered.minus(billedBefore.get(line.id) ?? ZERO), ZERO);
  return { line, ...keysOf(line), open, taken: false };
}

/** Order lines of one price, the roomiest first, for lines that found no order line of their own. */
export class PriceLevel {
  private readonly roomiest: readonly Candidate[];
  private at = 0;

  /** @param candidates of one price; at least one */
  constructor(candidates: readonly Candidate[]) {
    this.roomiest = [...candidates].sort((a, b) => b.open.cmp(a.open) || a.line.lineNumber - b.line.lineNumber);
  }

  /** An order line with room for the quantity. Asked for ever smaller quantities, it walks the level once. */
  withRoomFor(quantity: Decimal): Candidate | undefined {
    while (this.roomiest[this.at]?.open.lt(quantity)) this.at += 1;
    return this.roomiest[this.at];
  }

  /** The price they share. */
  get price(): Decimal {
    return this.first?.line.unitPrice ?? ZERO;
  }

  /** The order line that had the most room: where a line goes that fits nowhere, to be told that it is too much. */
  get first(): Candidate | undefined {
    return this.roomiest[0];
  }
}

/** The price levels of a group, to be found by the nearest price. */
export function priceLevels(group: readonly Candidate[]): SortedRow<PriceLevel> {
  const byPrice = groupBy(group, ({ line }) => line.unitPrice.toFixed());
  return new SortedRow(
    [...byPrice.values()].map((members) => new PriceLevel(members)),
    ({ price }) => price,
  );
}

/** Order lines that no line of this invoice has and that are not billed in full. */
export function free(group: readonly Candidate[]): Candidate[] {
  return group.filter(({ taken, open }) => !taken && open.gt(0));
}

/** Splits into groups with an equal key, in the order in which the keys first come. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
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
