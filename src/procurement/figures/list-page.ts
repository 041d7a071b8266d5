import type { CalendarDate } from '../../common/clock';
import { NumberedPage, type Page, type PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { type Query, query, type UnitOfWork, type WalkedList, walkList } from '../../platform/database';

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
type ListMeasure = 'order_list' | 'order_list.department' | 'invoice_list' | 'vendor_list' | 'vendor_list.category';

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
interface DayPlace {
  readonly day: CalendarDate;
  readonly before: number;
}

/**
 * Query that answers the {@link DayPlace} of the row after the first `offset` ones of a list sorted by creation; no row
 * when the list is shorter. It finds the month first, then the day in it.
 */
function dayQuery(tenantId: TenantId, { measure, keys }: Counted, order: 'asc' | 'desc', offset: number): Query {
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

interface Counting {
  readonly total: number;
}

/** Which rows of a list to read, and from which end of it. */
export interface ListPart {
  readonly limit: number;
  readonly offset: number;
  /** The rows are read in the reverse of the list's order, and the offset counts from the list's end. */
  readonly backwards: boolean;
  /** When set, the offset counts from the first row of this day; otherwise from the end that `backwards` names. */
  readonly day?: DayPlace['day'];
  /** The offset passes over many rows: read ids alone for them, and look the other columns up for the rows of the part. */
  readonly far: boolean;
}

/** A list, as {@link listPage} reads it. */
export interface PagedList<Row> extends WalkedList<Row> {
  /** Which figures know its total; left out, {@link count} counts its rows. */
  readonly counted?: Counted | undefined;
  /** The direction of a list sorted by creation: its pages can then be read from the day on which they begin. */
  readonly byCreation?: 'asc' | 'desc' | undefined;
  /** Query of one row `{ total }`. */
  count(): Query;
  /** Query of the rows of a part, in the order in which the part is read. */
  rows(part: ListPart): Query;
  /** A row that {@link rows} or `walked` answered, as the page holds it. */
  show(found: unknown): Row;
}

/** A page that begins before this row is read from the beginning, in the same round trip as the total. */
const NEAR = 500;

/**
 * A page of a list with the exact total, at much the same cost wherever the page lies. Near the beginning PostgreSQL
 * passes over the rows before it; otherwise it is read from the nearer end of the list, or from the day it begins on. Or
 * the part that follows a cursor: `walkList`.
 * @returns the page; without rows when it lies beyond the end
 * @throws DomainError BAD_REQUEST on `cursor`
 */
export async function listPage<Row>(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  list: PagedList<Row>,
  { cursor, ...request }: PageRequest,
): Promise<Page<Row>> {
  if (cursor) return walkList(unitOfWork, tenantId, list, { ...request, cursor });
  const offset = (request.page - 1) * request.perPage;
  const pageOf = (rows: readonly unknown[], total = 0): Page<Row> =>
    new NumberedPage(
      rows.map((row) => list.show(row)),
      total,
      request,
    );
  const total = list.counted ? totalQuery(tenantId, list.counted) : list.count();
  if (offset < NEAR) {
    const near = { limit: request.perPage, offset, backwards: false, far: false };
    // Figures answer the total quickly; counting rows may take long, and must not share a connection.
    const [rows, [counted]] = list.counted
      ? await unitOfWork.readShared<[unknown, Counting]>(tenantId, list.rows(near), total)
      : await unitOfWork.read<[unknown, Counting]>(tenantId, list.rows(near), total);
    return pageOf(rows, counted?.total);
  }
  const [[counted]] = await unitOfWork.read<[Counting]>(tenantId, total);
  const size = counted?.total ?? 0;
  if (offset >= size) return pageOf([], size);
  const part = await partOf(unitOfWork, tenantId, list, {
    offset,
    limit: Math.min(request.perPage, size - offset),
    size,
  });
  const [rows] = await unitOfWork.read<[unknown]>(tenantId, list.rows(part));
  return pageOf(part.backwards ? rows.reverse() : rows, size);
}

/** The part to read for a page that is not near the beginning, of a list of so many rows. */
async function partOf(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  { counted, byCreation }: PagedList<unknown>,
  { offset, limit, size }: Readonly<Record<'offset' | 'limit' | 'size', number>>,
): Promise<ListPart> {
  const fromEnd = size - offset - limit;
  const backwards = fromEnd < offset;
  const nearest: ListPart = { limit, offset: backwards ? fromEnd : offset, backwards, far: true };
  if (!counted || !byCreation || counted.from || counted.to || nearest.offset < NEAR) return nearest;
  const [[place]] = await unitOfWork.read<[DayPlace]>(tenantId, dayQuery(tenantId, counted, byCreation, offset));
  if (!place || offset - place.before > nearest.offset) return nearest;
  return { limit, offset: offset - place.before, backwards: false, day: place.day, far: true };
}
