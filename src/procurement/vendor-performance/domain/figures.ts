import { type CalendarDate, calendarDate } from '../../../common/clock';
import { type Decimal, decimal, type DecimalInput, round, ZERO } from '../../../common/money';
import { apiName } from '../../../common/records/changes';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HUNDRED = decimal(100);

/** The figures that performance is computed from. All of them are sums, over orders and over days. */
export const FIGURE_NAMES = [
  // Order lines accepted in full by the expected day, and those that were not.
  'linesOnTime',
  'linesLate',
  // Receipts, and the days from approval to each.
  'receipts',
  'receiptDays',
  // Quantities received, rejected and returned.
  'received',
  'rejected',
  'returned',
  // Orders with a receipt, and the hours from approval to the first receipt.
  'answers',
  'answerHours',
  // Billed lines, and the percent by which the price of each lies above the order's.
  'pricedLines',
  'priceDeviation',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

/** The columns of all figures, in the order of {@link FIGURE_NAMES}. */
export const COLUMNS = FIGURE_NAMES.map((name) => apiName(name));

/** A value for each figure. */
export type PerformanceFigures = Readonly<Record<FigureName, Decimal>>;

export const NO_FIGURES = Object.fromEntries(FIGURE_NAMES.map((name) => [name, ZERO])) as PerformanceFigures;

/** Figures by the UTC day on which they count; days without any are left out. */
export type DailyFigures = ReadonlyMap<CalendarDate, PerformanceFigures>;

/** Values of some figures. */
type SomeFigures = Partial<Readonly<Record<FigureName, DecimalInput>>>;

/** Adds some figures to those of a day, in `days` itself. */
export function add(days: Map<CalendarDate, PerformanceFigures>, day: CalendarDate, part: SomeFigures): void {
  days.set(day, plus(days.get(day) ?? NO_FIGURES, part));
}

/** The sum of both, figure by figure. */
export function plus(figures: PerformanceFigures, part: SomeFigures): PerformanceFigures {
  return mapFigures((name) => figures[name].plus(part[name] ?? 0));
}

/** `after` less `before`, by day; days that do not differ are left out. */
export function difference(before: DailyFigures, after: DailyFigures): DailyFigures {
  const days = new Set([...before.keys(), ...after.keys()]);
  const changes = [...days].sort().map((day) => {
    const [from, to] = [before.get(day) ?? NO_FIGURES, after.get(day) ?? NO_FIGURES];
    return [day, mapFigures((name) => to[name].minus(from[name]))] as const;
  });
  return new Map(changes.filter(([, change]) => FIGURE_NAMES.some((name) => !change[name].eq(0))));
}

/** Figures whose values a function gives by their names. */
export function mapFigures(value: (name: FigureName) => Decimal): PerformanceFigures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, value(name)])) as PerformanceFigures;
}

/** Sums by the name of the column, numeric text, as figures; a column that is left out is 0. */
export function figuresOf(sums: Readonly<Record<string, string>> | undefined): PerformanceFigures {
  return mapFigures((name) => decimal(sums?.[apiName(name)] ?? 0));
}

/** A line of a posted goods receipt. */
export interface ReceivedFact {
  readonly receiptId: number;
  readonly itemId: number;
  readonly receivedAt: Date;
  readonly received: DecimalInput;
  readonly rejected: DecimalInput;
  readonly returned: DecimalInput;
}

/** A line of an approved invoice, matched with a line of the order. */
export interface BilledFact {
  /** The UTC day on which the invoice was approved. */
  readonly day: CalendarDate;
  readonly price: DecimalInput;
  readonly orderPrice: DecimalInput;
}

/** The facts of one order that its vendor's performance depends on. */
export interface OrderFacts {
  /** Whether the order is approved or completed; others count for nothing. */
  readonly counts: boolean;
  readonly completed: boolean;
  readonly approvedAt: Date | null;
  readonly expectedOn: CalendarDate | null;
  /** The quantities ordered, less those that a short close took off, and those of them that it took off after the expected day. */
  readonly lines: readonly {
    readonly itemId: number;
    readonly ordered: DecimalInput;
    readonly closedLate: DecimalInput;
  }[];
  readonly received: readonly ReceivedFact[];
  readonly billed: readonly BilledFact[];
}

/** What one order adds to its vendor's figures, by the day on which each counts. */
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
 * A line accepted in full by the expected day counts as on time, on the day of acceptance. Any other counts as late on the
 * expected day, also one of which a quantity was closed after that day; sums leave out late lines of days that have not passed.
 * A quantity closed by then is not counted. Nor is an order completed without a receipt, as its deliveries were never recorded.
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

/** The day on which the quantity had been accepted in full, if ever. Quantities returned later do not count as accepted. */
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

/** The time between two instants in units of so many milliseconds, four decimals; 0 for goods received before the approval. */
function since(start: Date, end: Date, unit: number): Decimal {
  const elapsed = Math.max(0, end.getTime() - start.getTime());
  return round(decimal(elapsed).div(unit), 4);
}

/** Percent by which a price lies above the order's, four decimals; 100 for a price of what was ordered for nothing. */
function deviation(price: Decimal, orderPrice: Decimal): Decimal {
  if (orderPrice.eq(0)) return price.gt(0) ? HUNDRED : ZERO;
  return round(price.minus(orderPrice).times(100).div(orderPrice), 4);
}
