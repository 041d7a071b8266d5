import type { CalendarDate } from '../../common/clock';
import { NumberedPage, type Page, type PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { type Query, query, type UnitOfWork, type WalkedList, walkList } from '../../platform/database';

/** The rows to count: these keys of one measure, or all keys if omitted. */
export interface Counted {
  readonly measure: ListMeasure;
  readonly keys?: readonly string[];
  /** Inclusive UTC days of the rows' creation. */
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

/**
 * Measures that count the rows of a list by UTC day of creation. Triggers write them in the transaction of every
 * change, so that counts are exact. Keys: a status for `order_list`, `invoice_list` and `vendor_list`; department and
 * status for `order_list.department`; a category for `vendor_list.category`.
 */
type ListMeasure = 'order_list' | 'order_list.department' | 'invoice_list' | 'vendor_list' | 'vendor_list.category';

/** Selects the number of rows as `total`, from a few figures. */
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

/** The UTC day on which a row was created, and the number of rows before that day. */
interface DayPlace {
  readonly day: CalendarDate;
  readonly before: number;
}

/** Finds the month first, then the day. No row if the list is shorter than `offset`. */
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

export interface ListPart {
  readonly limit: number;
  readonly offset: number;
  /** Reads in reverse order, with the offset from the end of the list. */
  readonly backwards: boolean;
  /** If set, the offset counts from the first row of this day. */
  readonly day?: DayPlace['day'];
  /** The offset skips many rows: read only their ids, and look up the other columns for the rows of the part. */
  readonly far: boolean;
}

export interface PagedList<Row> extends WalkedList<Row> {
  /** The figures with its total; if omitted, {@link count} counts the rows. */
  readonly counted?: Counted | undefined;
  /** Direction of a list sorted by creation. Its pages can be read from their first day. */
  readonly byCreation?: 'asc' | 'desc' | undefined;
  count(): Query;
  /** The rows of a part, in reading order. */
  rows(part: ListPart): Query;
  /** Converts a row of {@link rows} or `walked`. */
  show(found: unknown): Row;
}

/** Pages before this row are read from the beginning, in the same round trip as the total. */
const NEAR = 500;

/**
 * A page with the exact total. The cost hardly depends on the page: the first pages skip earlier rows, other pages are
 * read from the nearer end of the list or from their first day. With a cursor, the part after it (`walkList`).
 * @returns the page; empty beyond the end of the list
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
    // Figures return the total quickly. A count may take long, so it must not share a connection.
    const [rows, [counted]] = list.counted
      ? await unitOfWork.readShared<[unknown, Counting]>(tenantId, list.rows(near), total)
      : await unitOfWork.read<[unknown, Counting]>(tenantId, list.rows(near), total);
    return pageOf(rows, counted?.total);
  }
  const [[counted]] = await unitOfWork.read<[Counting]>(tenantId, total);
  const size = counted?.total ?? 0;
  if (offset >= size) return pageOf([], size);
  const limit = Math.min(request.perPage, size - offset);
  const part = await partOf(unitOfWork, tenantId, list, { offset, limit, size });
  const [rows] = await unitOfWork.read<[unknown]>(tenantId, list.rows(part));
  return pageOf(part.backwards ? rows.reverse() : rows, size);
}

/** The part to read for a page that is not near the beginning. */
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
