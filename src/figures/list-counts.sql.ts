import type { CalendarDate } from '../common/clock';
import type { TenantId } from '../common/records/ids';
import { type Query, query } from '../database';

/** Which rows of a list to count: those under these keys of one measure; all of the measure's where `keys` is left out. */
export interface Counted {
  readonly measure: ListMeasure;
  readonly keys?: readonly string[];
  /** Inclusive days (UTC) of the rows' creation. */
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

/**
 * Measures of report figures that count the rows of a list by the day (UTC) of their creation. Triggers write them in the
 * transaction of every change, so a count is exact. Their keys: `order_list`, `invoice_list` and `vendor_list` a status,
 * `order_list.department` a department and a status, `vendor_list.category` a category.
 */
export type ListMeasure =
  'order_list' | 'order_list.department' | 'invoice_list' | 'vendor_list' | 'vendor_list.category';

/** Query that answers how many rows there are, as one row `{ total }`. It sums a few figures, however many rows they count. */
export function totalQuery(tenantId: TenantId, { measure, keys, from, to }: Counted): Query {
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

/** The day (UTC) on which a row of a list was created, and how many rows of the list come before that day. */
export interface DayPlace {
  readonly day: CalendarDate;
  readonly before: number;
}

/**
 * Query that answers the {@link DayPlace} of the row after the first `offset` ones of a list sorted by creation; no row
 * when the list is shorter. It finds the month first, then the day in it.
 */
export function dayQuery(tenantId: TenantId, { measure, keys }: Counted, order: 'asc' | 'desc', offset: number): Query {
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
