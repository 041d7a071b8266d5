import { Page, type PageRequest } from '../common/page';
import { type DayPlace, dayQuery, type Counted, totalQuery } from './list-counts';
import type { Query } from './connection/statement';
import type { UnitOfWork } from './transaction/unit-of-work';

/** Which rows of a list to read, and from which end. */
export interface ListPart {
  readonly limit: number;
  readonly offset: number;
  /** Read against the list's order: the offset counts from its end. */
  readonly backwards: boolean;
  /** Left out, the offset counts from the list's own beginning; given, from the beginning of that day. */
  readonly day?: DayPlace['day'];
  /** So many rows are passed over that only ids should be: the rest is looked up for those that are shown. */
  readonly far: boolean;
}

/** A list whose pages are asked for. */
export interface WalkedList<Row> {
  /** Counters that know its total; without them its rows are counted by {@link count}. */
  readonly counted?: Counted | undefined;
  /** Set when it is sorted by the instant of creation: a day's rows are then found without passing over those before. */
  readonly byCreation?: 'asc' | 'desc' | undefined;
  /** Answers `total`. */
  count(): Query;
  /** Answers the rows of a part, in the part's own order. */
  rows(part: ListPart): Query;
  /** What {@link rows} answered, as it is shown. */
  show(found: unknown): Row;
}

/** A page that begins before this row is read from the beginning, in the same round trip as the total. */
const NEAR = 500;

/**
 * A page of a list with the exact total, at much the same cost wherever it lies: near the beginning the rows before it
 * are passed over; else it is read from the nearer end, or from the day it begins in.
 */
export async function walk<Row>(
  unitOfWork: UnitOfWork,
  tenantId: string,
  list: WalkedList<Row>,
  request: Pick<PageRequest, 'page' | 'perPage'>,
): Promise<Page<Row>> {
  const offset = (request.page - 1) * request.perPage;
  const pageOf = (rows: readonly unknown[], total = 0): Page<Row> =>
    new Page(
      rows.map((row) => list.show(row)),
      total,
      request,
    );
  const total = list.counted ? totalQuery(tenantId, list.counted) : list.count();
  if (offset < NEAR) {
    const near = { limit: request.perPage, offset, backwards: false, far: false };
    // Where counters know the total, both are quick; else rows are counted, and there may be many.
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

interface Counting {
  readonly total: number;
}

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  /** Of the whole list. */
  readonly size: number;
}

/** The nearer end; of a list that is counted by days, the day the page begins in where both ends are far. */
async function partOf(
  unitOfWork: UnitOfWork,
  tenantId: string,
  { counted, byCreation }: WalkedList<unknown>,
  { offset, limit, size }: Wanted,
): Promise<ListPart> {
  const fromEnd = size - offset - limit;
  const backwards = fromEnd < offset;
  const nearest: ListPart = { limit, offset: backwards ? fromEnd : offset, backwards, far: true };
  if (!counted || !byCreation || counted.from || counted.to || nearest.offset < NEAR) return nearest;
  const [[place]] = await unitOfWork.read<[DayPlace]>(tenantId, dayQuery(tenantId, counted, byCreation, offset));
  if (!place || offset - place.before > nearest.offset) return nearest;
  return { limit, offset: offset - place.before, backwards: false, day: place.day, far: true };
}
