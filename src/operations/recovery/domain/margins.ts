/** Ids of one table that an installation hands out in a second, at most: several times what PostgreSQL inserts row by row. */
const IDS_A_SECOND = 10_000;

/** The least count of ids that are left out: ids are cheap, there are 2^53. */
const LEAST_IDS = 1_000_000;

/** The least count of numbers that are left out of a series when the operator does not say. */
export const LEAST_NUMBERS = 1_000;

/** How much busier the lost time may have been than the time that it is compared with, which is as many times as long. */
const BUSIER = 10;

/** How many ids of a table may have been handed out between two instants. */
export function idMargin(restoredTo: Date, until: Date): number {
  return Math.max(LEAST_IDS, Math.ceil(millisecondsOf(restoredTo, until) / 1000) * IDS_A_SECOND);
}

/** Since when documents are counted: in this time, ten times the lost one, as many were numbered as may have been in the lost one. */
export function windowBefore(restoredTo: Date, until: Date): Date {
  return new Date(restoredTo.getTime() - BUSIER * millisecondsOf(restoredTo, until));
}

/** The years (UTC) in which numbers may have been handed out between two instants, a day more on either side. */
export function yearsOf(restoredTo: Date, until: Date): number[] {
  const [first, last] = [new Date(restoredTo.getTime() - DAY_MS), new Date(until.getTime() + DAY_MS)];
  const years = [];
  for (let year = first.getUTCFullYear(); year <= last.getUTCFullYear(); year += 1) years.push(year);
  return years;
}

const DAY_MS = 86_400_000;

const millisecondsOf = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime());

/** From where to where a series leaves numbers out. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What the report tells of the number series: an installation has three for each of its tenants, which are not all told. */
export interface SeriesReport<Series extends Gap> {
  readonly count: number;
  /** Numbers that were left out of each, at least; and of one, at most. */
  readonly least: number;
  readonly most: number;
  /** How many left out more than the least. */
  readonly wider: number;
  /** Of these the widest, {@link MOST_TOLD} at most. Every tenant's audit log has its own. */
  readonly widest: readonly Series[];
}

export const MOST_TOLD = 20;

/** Counts the series, and tells those that leave out more than the least. */
export function seriesReport<Series extends Gap>(series: readonly Series[], least: number): SeriesReport<Series> {
  const wider = series.filter((one) => widthOf(one) > least).sort((one, other) => widthOf(other) - widthOf(one));
  const [widest] = wider;
  return {
    count: series.length,
    least,
    most: widest ? widthOf(widest) : least,
    wider: wider.length,
    widest: wider.slice(0, MOST_TOLD),
  };
}

const widthOf = ({ from, to }: Gap): number => to - from;
