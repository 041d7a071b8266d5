/** Maximum ids per table and second: several times the rate of row-by-row inserts in PostgreSQL. */
const IDS_A_SECOND = 10_000;

/** Minimum ids to skip. Ids are cheap: there are 2^53. */
const LEAST_IDS = 1_000_000;

/** Default minimum of numbers to skip per series. */
export const LEAST_NUMBERS = 1_000;

/** Safety factor: the lost period may have been this much busier than the period before. */
const BUSIER = 10;

/** Maximum ids per table that may have been used between two times. */
export function idMargin(restoredTo: Date, until: Date): number {
  return Math.max(LEAST_IDS, Math.ceil(millisecondsOf(restoredTo, until) / 1000) * IDS_A_SECOND);
}

/** Documents are counted in a period ten times as long as the lost one, for an upper estimate. */
export function windowBefore(restoredTo: Date, until: Date): Date {
  return new Date(restoredTo.getTime() - BUSIER * millisecondsOf(restoredTo, until));
}

/** The years (UTC) between two times, with one more day on either side. */
export function yearsOf(restoredTo: Date, until: Date): number[] {
  const [first, last] = [new Date(restoredTo.getTime() - DAY_MS), new Date(until.getTime() + DAY_MS)];
  const years = [];
  for (let year = first.getUTCFullYear(); year <= last.getUTCFullYear(); year += 1) years.push(year);
  return years;
}

const DAY_MS = 86_400_000;

const millisecondsOf = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime());

/** Numbers that a series skips. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Summary of number series, because an installation has three per tenant. */
export interface SeriesReport<Series extends Gap> {
  readonly count: number;
  /** Minimum and maximum of skipped numbers per series. */
  readonly least: number;
  readonly most: number;
  /** Number of series that skip more than the minimum. */
  readonly wider: number;
  /** The widest of these, at most {@link MOST_REPORTED}. Each tenant's audit log lists its own. */
  readonly widest: readonly Series[];
}

export const MOST_REPORTED = 20;

export function seriesReport<Series extends Gap>(series: readonly Series[], least: number): SeriesReport<Series> {
  const wider = series.filter((one) => widthOf(one) > least).sort((one, other) => widthOf(other) - widthOf(one));
  const [widest] = wider;
  return {
    count: series.length,
    least,
    most: widest ? widthOf(widest) : least,
    wider: wider.length,
    widest: wider.slice(0, MOST_REPORTED),
  };
}

const widthOf = ({ from, to }: Gap): number => to - from;
