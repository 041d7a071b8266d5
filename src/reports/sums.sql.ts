import { FIGURES } from '../figures/figures.sql';

/** A figure summed over a period; the amount is numeric text. */
export interface FigureRow {
  readonly measure: string;
  readonly key: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

/** {@link FigureRow}s; values as of `FIGURES`. */
export const SUMS = `
SELECT measure, key, currency, sum(count)::int AS count, sum(amount)::text AS amount
  FROM (${FIGURES}) every GROUP BY measure, key, currency HAVING sum(count) <> 0 OR sum(amount) <> 0
 ORDER BY currency`;
