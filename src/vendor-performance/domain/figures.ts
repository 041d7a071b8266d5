import type { CalendarDate } from '../../common/clock';
import { type Decimal, ZERO } from '../../common/money';

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

/** A value for each figure. */
export type PerformanceFigures = Readonly<Record<FigureName, Decimal>>;

export const NO_FIGURES = Object.fromEntries(FIGURE_NAMES.map((name) => [name, ZERO])) as PerformanceFigures;

/** Figures by the UTC day on which they count; days without any are left out. */
export type DailyFigures = ReadonlyMap<CalendarDate, PerformanceFigures>;

/** Adds some figures to those of a day, in `days` itself. */
export function add(
  days: Map<CalendarDate, PerformanceFigures>,
  day: CalendarDate,
  part: Partial<PerformanceFigures>,
): void {
  days.set(day, plus(days.get(day) ?? NO_FIGURES, part));
}

/** The sum of both, figure by figure. */
export function plus(figures: PerformanceFigures, part: Partial<PerformanceFigures>): PerformanceFigures {
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
