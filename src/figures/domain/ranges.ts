import { addDays, type CalendarDate } from '../../common/clock';
import { monthOf, nextMonth, type Period } from '../../reports/domain/period';

export type Grain = 'day' | 'month' | 'year';

/** Figures of one grain, by their first days, to be added to a sum or taken off it. Nothing when it ends before it begins. */
export interface FigureRange extends Period {
  readonly grain: Grain;
  readonly sign: 1 | -1;
}

/** From the first day on, up to and without the second. */
type Stretch = readonly [start: CalendarDate, end: CalendarDate];

interface Step {
  readonly grain: Grain;
  /** How many of the grain begin in a stretch. */
  count(stretch: Stretch): number;
  /** Where the next larger grain that a day lies in begins, and where it ends. */
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

/**
 * The figures that a period is summed up from with the fewest rows: whole years, then what months and days add to them
 * at either end, or take off again. Of what begins after `today` there is next to nothing, so that it costs nothing to
 * read: this year to today is the whole year, less the months and days to come.
 * @param today left out when as much is to be expected of the days to come
 * @param coarsest `month` when the sums are wanted by the month
 */
export function figureRanges(
  period: Period,
  { today = NEVER, coarsest = 'year' }: { readonly today?: CalendarDate; readonly coarsest?: 'month' | 'year' } = {},
): FigureRange[] {
  const days = split(DAYS, [period.from, addDays(period.to, 1)], today);
  if (coarsest === 'month') return [...days.ranges, ...plain('month', days.whole)];
  const months = split(MONTHS, days.whole, today);
  return [...days.ranges, ...months.ranges, ...plain('year', months.whole)];
}

/** The same figures with the other sign. */
export function opposite(range: FigureRange): FigureRange {
  return { ...range, sign: range.sign === 1 ? -1 : 1 };
}

const NEVER = '9999-12-31';

/** What a stretch is of larger grains, and the smaller ones to be added at its ends, or taken off. */
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
  return {
    whole: [first, last],
    ranges: edges.flatMap(({ stretch, sign }) => plain(step.grain, stretch, sign)),
  };
}

/** What lies between a border of the larger grain and the end of a stretch; taken off when it lies on the other side. */
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
