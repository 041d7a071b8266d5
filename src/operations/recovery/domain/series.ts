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
