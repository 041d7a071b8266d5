import type { CalendarDate } from '../common/clock';
import { type Query, query } from './connection/statement';

/** What a list counts: the rows under these keys of one measure. Left out, the keys are all there are. */
export interface Counted {
  readonly measure: ListMeasure;
  readonly keys?: readonly string[];
  /** Inclusive days (UTC) of the rows' creation. */
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

/**
 * Rows by the day of their creation, counted in the transaction of every change by the triggers that keep the figures
 * of reports: summed up from what is folded and what is not folded yet, in one statement and so of one moment.
 */
export type ListMeasure =
  'order_list' | 'order_list.department' | 'invoice_list' | 'vendor_list' | 'vendor_list.category';

/** How many rows there are, as `total`: a few counters are summed up, however many rows they count. */
export function totalQuery(tenantId: string, { measure, keys, from, to }: Counted): Query {
  const values: unknown[] = [tenantId, measure];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const days = from !== undefined || to !== undefined;
  const condition = [
    'tenant_id = $1 AND measure = $2',
    ...(keys ? [`key = ANY (${at(keys)}::text[])`] : []),
    ...(days ? [`day BETWEEN ${at(from ?? '-infinity')}::date AND ${at(to ?? 'infinity')}::date`] : []),
  ].join(' AND ');
  return query(
    `SELECT coalesce(sum(count), 0)::bigint AS total FROM (
       SELECT count FROM report_figures WHERE ${condition} AND grain = '${days ? 'day' : 'year'}'
       UNION ALL
       SELECT count FROM report_entries WHERE ${condition}) AS counted`,
    values,
  );
}

/** The day (UTC) in which a row lies that so many others come before, and how many come before that day. */
export interface DayPlace {
  readonly day: CalendarDate;
  readonly before: number;
}

/**
 * Where the row after the first `offset` ones lies when the list is sorted by the instant of creation, as a
 * {@link DayPlace}: first its month is found, then the day in it. Nothing when there are not so many.
 */
export function dayQuery(tenantId: string, { measure, keys }: Counted, order: 'asc' | 'desc', offset: number): Query {
  const values: unknown[] = [tenantId, measure, offset, ...(keys ? [keys] : [])];
  const condition = `tenant_id = $1 AND measure = $2${keys ? ' AND key = ANY ($4::text[])' : ''}`;
  const placed = (rows: string, start: string, wanted: string): string => `
    SELECT start, before FROM (
      SELECT start, n, sum(n) OVER (ORDER BY start ${order}) - n AS before
        FROM (SELECT ${start} AS start, sum(count) AS n FROM (${rows}) AS c GROUP BY 1) AS summed) AS running
     WHERE before <= ${wanted} AND before + n > ${wanted}`;
  const rows = (grain: string, within = ''): string => `
      SELECT day, count FROM report_figures WHERE ${condition} AND grain = '${grain}'${within}
      UNION ALL
      SELECT day, count FROM report_entries WHERE ${condition}${within}`;
  const within = ` AND day >= (SELECT start FROM month) AND day < (SELECT (start + interval '1 month')::date FROM month)`;
  return query(
    `WITH month AS (${placed(rows('month'), `date_trunc('month', day::timestamp)::date`, '$3::numeric')})
     SELECT d.start AS day, (month.before + d.before)::bigint AS before
       FROM month, (${placed(rows('day', within), 'day', '$3::numeric - (SELECT before FROM month)')}) AS d`,
    values,
  );
}
