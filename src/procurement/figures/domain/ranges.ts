import { addDays, type CalendarDate, monthOf, nextMonth, type Period } from '../../../common/clock';

/** The length of the period of a stored figure. */
export type Grain = 'day' | 'month' | 'year';

/** Figures of one grain whose first day is in the period. Sign -1 subtracts them. Empty if `to` is before `from`. */
export interface FigureRange extends Period {
  readonly grain: Grain;
  readonly sign: 1 | -1;
}

/** Days from `start` until before `end`. */
type Stretch = readonly [start: CalendarDate, end: CalendarDate];

interface Step {
  readonly grain: Grain;
  /** Number of figures of this grain that begin in a stretch. */
  count(stretch: Stretch): number;
  /** The stretch of the next larger grain around a day: its month, or its year. */
  around(day: CalendarDate): Stretch;
}

const DAYS: Step = {
  grain: 'day',
  count: ([start, end]) => Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000),
  around: (day) => [monthOf(day), nextMonth(day)],
};

const MONTHS: Step = {
  grain: 'month',
  count: ([start, end]) => 12 * (yearOf(end) - yearOf(start)) + (monthIn(end) - monthIn(start)),
  around: (day) => [firstOf(yearOf(day)), firstOf(yearOf(day) + 1)],
};

export interface RangeOptions {
  /** Omit it if the future has as many figures as the past, as for expected deliveries. */
  readonly today?: CalendarDate | undefined;
  /** `month` for sums per month, which years would hide. */
  readonly coarsest?: 'month' | 'year';
}

/**
 * The ranges of figures that add up to a period with the fewest rows: whole years, with months and days added or
 * subtracted at both ends. Few figures exist for periods after `today`, so reading them is cheap: the year to date is
 * the whole year minus the future months and days.
 */
export function figureRanges(period: Period, { today = NEVER, coarsest = 'year' }: RangeOptions = {}): FigureRange[] {
  const days = split(DAYS, [period.from, addDays(period.to, 1)], today);
  if (coarsest === 'month') return [...days.ranges, ...plain('month', days.whole)];
  const months = split(MONTHS, days.whole, today);
  return [...days.ranges, ...months.ranges, ...plain('year', months.whole)];
}

/** Swaps addition and subtraction. */
export function opposite(range: FigureRange): FigureRange {
  return { ...range, sign: range.sign === 1 ? -1 : 1 };
}

const NEVER = '9999-12-31';

/**
 * Splits a stretch into whole larger grains in the middle and smaller ones at both ends, with the fewest rows.
 * @returns `whole`: the middle, empty if smaller grains alone are cheaper; and the ranges of the smaller grain
 */
function split(step: Step, [start, end]: Stretch, today: CalendarDate): { whole: Stretch; ranges: FigureRange[] } {
  if (start >= end) return { whole: [start, start], ranges: [] };
  const cost = ([first, last]: Stretch): number => Math.max(0, step.count([first, last < today ? last : next(today)]));
  const next = (day: CalendarDate): CalendarDate => (step === DAYS ? addDays(day, 1) : nextMonth(day));
  const nearest = (day: CalendarDate): CalendarDate => {
    const [before, after] = step.around(day);
    return cost([day, after]) < cost([before, day]) ? after : before;
  };
  const [first, last] = [nearest(start), nearest(end)];
  const edges = [edge(first, start, -1), edge(last, end, 1)] as const;
  const around = edges.reduce((sum, { stretch }) => sum + cost(stretch), 0);
  if (cost([start, end]) <= around) return { whole: [start, start], ranges: plain(step.grain, [start, end]) };
  return { whole: [first, last], ranges: edges.flatMap(({ stretch, sign }) => plain(step.grain, stretch, sign)) };
}

/** The days between a boundary of the larger grain and an end: added inside the stretch, subtracted outside. */
function edge(border: CalendarDate, end: CalendarDate, sign: 1 | -1): { stretch: Stretch; sign: 1 | -1 } {
  return border <= end ? { stretch: [border, end], sign } : { stretch: [end, border], sign: sign === 1 ? -1 : 1 };
}

function plain(grain: Grain, [start, end]: Stretch, sign: 1 | -1 = 1): FigureRange[] {
  return start < end ? [{ grain, from: start, to: addDays(end, -1), sign }] : [];
}

function yearOf(day: CalendarDate): number {
  return Number(day.slice(0, 4));
}

function monthIn(day: CalendarDate): number {
  return Number(day.slice(5, 7));
}

function firstOf(year: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-01-01`;
}
