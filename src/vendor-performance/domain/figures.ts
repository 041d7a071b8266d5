import type { CalendarDate } from '../../common/clock';
import { type Decimal, ZERO } from '../../common/money';

/** What performance is summed up from. Everything adds up: over orders, over days. */
export const FIGURE_NAMES = [
  // Order lines whose full quantity was accepted on or before the expected day, and lines whose was not.
  'linesOnTime',
  'linesLate',
  // Receipts, and the days from approval to each.
  'receipts',
  'receiptDays',
  // Quantities: brought, of them refused, of them sent back.
  'received',
  'rejected',
  'returned',
  // Orders with a receipt, and the hours from approval to the first.
  'answers',
  'answerHours',
  // Billed lines, and the percent by which each lies above the order's price.
  'pricedLines',
  'priceDeviation',
] as const;
export type FigureName = (typeof FIGURE_NAMES)[number];

export type PerformanceFigures = Readonly<Record<FigureName, Decimal>>;

export const NO_FIGURES = Object.fromEntries(FIGURE_NAMES.map((name) => [name, ZERO])) as PerformanceFigures;

/** Figures by the day they count on. A day without any is left out. */
export type DailyFigures = ReadonlyMap<CalendarDate, PerformanceFigures>;

/** Adds part of the figures of a day. */
export function add(
  days: Map<CalendarDate, PerformanceFigures>,
  day: CalendarDate,
  part: Partial<PerformanceFigures>,
): void {
  days.set(day, plus(days.get(day) ?? NO_FIGURES, part));
}

/** The sum, figure by figure. */
export function plus(figures: PerformanceFigures, part: Partial<PerformanceFigures>): PerformanceFigures {
  return mapFigures((name) => figures[name].plus(part[name] ?? 0));
}

/** What has to be added to `before` to make it `after`; days that do not change are left out. */
export function difference(before: DailyFigures, after: DailyFigures): DailyFigures {
  const days = new Set([...before.keys(), ...after.keys()]);
  const changes = [...days].sort().map((day) => {
    const [from, to] = [before.get(day) ?? NO_FIGURES, after.get(day) ?? NO_FIGURES];
    return [day, mapFigures((name) => to[name].minus(from[name]))] as const;
  });
  return new Map(changes.filter(([, change]) => FIGURE_NAMES.some((name) => !change[name].eq(0))));
}

/** Figures, each made from its name. */
export function mapFigures(value: (name: FigureName) => Decimal): PerformanceFigures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, value(name)])) as PerformanceFigures;
}
