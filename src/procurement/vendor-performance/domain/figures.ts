import { type CalendarDate, calendarDate } from '../../../common/clock';
import { type Decimal, decimal, type DecimalInput, round, ZERO } from '../../../common/money';
import { apiName } from '../../../common/records/changes';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HUNDRED = decimal(100);

/** Figures from which performance is computed. Each is a sum over orders and days. */
export const FIGURE_NAMES = [
  // Order lines accepted completely by the expected day, and other lines.
  'linesOnTime',
  'linesLate',
  // Receipts, and the days from approval to each.
  'receipts',
  'receiptDays',
  'received',
  'rejected',
  'returned',
  // Orders with a receipt, and the hours from approval to the first receipt.
  'answers',
  'answerHours',
  // Billed lines, and the percentage of each price above the order price.
  'pricedLines',
  'priceDeviation',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

/** In the sequence of {@link FIGURE_NAMES}. */
export const COLUMNS = FIGURE_NAMES.map((name) => apiName(name));

export type PerformanceFigures = Readonly<Record<FigureName, Decimal>>;

export const NO_FIGURES = Object.fromEntries(FIGURE_NAMES.map((name) => [name, ZERO])) as PerformanceFigures;

/** Figures by UTC day, without days that have none. */
export type DailyFigures = ReadonlyMap<CalendarDate, PerformanceFigures>;

type SomeFigures = Partial<Readonly<Record<FigureName, DecimalInput>>>;

/** Adds figures of a day to `days`. */
export function add(days: Map<CalendarDate, PerformanceFigures>, day: CalendarDate, part: SomeFigures): void {
  days.set(day, plus(days.get(day) ?? NO_FIGURES, part));
}

export function plus(figures: PerformanceFigures, part: SomeFigures): PerformanceFigures {
  return mapFigures((name) => figures[name].plus(part[name] ?? 0));
}

/** `after` less `before`, by day, without equal days. */
export function difference(before: DailyFigures, after: DailyFigures): DailyFigures {
  const days = new Set([...before.keys(), ...after.keys()]);
  const changes = [...days].sort().map((day) => {
    const [from, to] = [before.get(day) ?? NO_FIGURES, after.get(day) ?? NO_FIGURES];
    return [day, mapFigures((name) => to[name].minus(from[name]))] as const;
  });
  return new Map(changes.filter(([, change]) => FIGURE_NAMES.some((name) => !change[name].eq(0))));
}

export function mapFigures(value: (name: FigureName) => Decimal): PerformanceFigures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, value(name)])) as PerformanceFigures;
}

/** Converts numeric text by column name to figures; missing columns are 0. */
export function figuresOf(sums: Readonly<Record<string, string>> | undefined): PerformanceFigures {
  return mapFigures((name) => decimal(sums?.[apiName(name)] ?? 0));
}

export interface ReceivedFact {
  readonly receiptId: number;
  readonly itemId: number;
  readonly receivedAt: Date;
  readonly received: DecimalInput;
  readonly rejected: DecimalInput;
  readonly returned: DecimalInput;
}

export interface BilledFact {
  /** UTC day of the invoice approval. */
  readonly day: CalendarDate;
  readonly price: DecimalInput;
  readonly orderPrice: DecimalInput;
}

export interface OrderFacts {
  /** Whether the order is approved or completed. Other orders do not count. */
  readonly counts: boolean;
  readonly completed: boolean;
  readonly approvedAt: Date | null;
  readonly expectedOn: CalendarDate | null;
  /** `ordered`: less short-closed quantities. `closedLate`: quantity closed after the expected day. */
  readonly lines: readonly {
    readonly itemId: number;
    readonly ordered: DecimalInput;
    readonly closedLate: DecimalInput;
  }[];
  readonly received: readonly ReceivedFact[];
  readonly billed: readonly BilledFact[];
}

/** The contribution of one order to its vendor's figures, by day. */
export function orderFigures(facts: OrderFacts): DailyFigures {
  const days = new Map<CalendarDate, PerformanceFigures>();
  if (!facts.counts || !facts.approvedAt) return days;
  addPunctuality(days, facts);
  addReceipts(days, facts.received, facts.approvedAt);
  for (const { day, price, orderPrice } of facts.billed) {
    add(days, day, { pricedLines: 1, priceDeviation: deviation(decimal(price), decimal(orderPrice)) });
  }
  return days;
}

/**
 * A line accepted completely by the expected day is on time, on the day of acceptance. Any other line is late on the
 * expected day, even if the rest was closed later. Sums ignore late lines of days that have not passed. Quantities
 * closed by the expected day do not count. Orders completed without receipts do not count, because their deliveries
 * were not recorded.
 */
function addPunctuality(days: Map<CalendarDate, PerformanceFigures>, facts: OrderFacts): void {
  const { expectedOn, lines, received, completed } = facts;
  if (expectedOn === null) return;
  const unrecorded = completed && received.length === 0;
  const byDay = [...received].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  for (const { itemId, ordered, closedLate } of lines) {
    const isClosedLate = decimal(closedLate).gt(0);
    if (!isClosedLate && (unrecorded || decimal(ordered).lte(0))) continue;
    const ofLine = byDay.filter((one) => one.itemId === itemId);
    const acceptedOn = isClosedLate ? undefined : dayAccepted(ofLine, ordered);
    if (acceptedOn !== undefined && acceptedOn <= expectedOn) add(days, acceptedOn, { linesOnTime: 1 });
    else add(days, expectedOn, { linesLate: 1 });
  }
}

/** The day on which the quantity was accepted completely, if any. Returned quantities do not count. */
function dayAccepted(received: readonly ReceivedFact[], ordered: DecimalInput): CalendarDate | undefined {
  let accepted = ZERO;
  for (const one of received) {
    accepted = accepted.plus(one.received).minus(one.rejected).minus(one.returned);
    if (accepted.gte(ordered)) return calendarDate(one.receivedAt);
  }
  return undefined;
}

function addReceipts(
  days: Map<CalendarDate, PerformanceFigures>,
  received: readonly ReceivedFact[],
  approvedAt: Date,
): void {
  const arrivals = new Map<number, Date>();
  for (const { receiptId, receivedAt, received: brought, rejected, returned } of received) {
    arrivals.set(receiptId, receivedAt);
    add(days, calendarDate(receivedAt), { received: brought, rejected, returned });
  }
  const ordered = [...arrivals.values()].sort((a, b) => a.getTime() - b.getTime());
  for (const arrival of ordered) {
    add(days, calendarDate(arrival), { receipts: 1, receiptDays: since(approvedAt, arrival, DAY) });
  }
  const [first] = ordered;
  if (first) add(days, calendarDate(first), { answers: 1, answerHours: since(approvedAt, first, HOUR) });
}

/** Elapsed time in units of `unit` milliseconds, four decimals; 0 for a receipt before the approval. */
function since(start: Date, end: Date, unit: number): Decimal {
  const elapsed = Math.max(0, end.getTime() - start.getTime());
  return round(decimal(elapsed).div(unit), 4);
}

/** Percent above the order price, four decimals. If the order price is 0: 100 for a price above 0, else 0. */
function deviation(price: Decimal, orderPrice: Decimal): Decimal {
  if (orderPrice.eq(0)) return price.gt(0) ? HUNDRED : ZERO;
  return round(price.minus(orderPrice).times(100).div(orderPrice), 4);
}
