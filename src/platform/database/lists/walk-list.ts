import { cursorOf, type ListPlace, placeOf } from '../../../common/lists/cursor';
import { DomainError, notFound } from '../../../common/errors';
import { CursorPage, type CursorRequest, type PageRequest, NumberedPage, type Page } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import { type Query, query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';
import { orderBy, type SortTerm, type Condition } from './sql';
import { isPlaceOf, PLACE, placeSql, stretchesAfter, stretchSql } from './stretches';
import type { Transaction } from '../transaction/transaction';

/** Rows of a list that is walked: those of one stretch, in the list's order. */
export interface WalkPart {
  readonly limit: number;
  /** Of how many leading terms the rows have the same values. */
  readonly fixed: number;
  /** ORDER BY of the terms in which the rows differ. */
  readonly sorted: string;
  /** The column that each row must have beside its own. */
  readonly place: string;
  /** The condition of the rows, over the list's own terms or over what means the same. */
  condition(at: (value: unknown) => string, terms?: readonly SortTerm[]): string;
}

/** A list, as {@link walkList} reads it. */
export interface WalkedList<Row> {
  /** What the list is, with the ids that its path names: a cursor goes on in that list alone. */
  readonly name: string;
  /** What it is sorted by; the last tells any two rows apart. */
  readonly terms: readonly SortTerm[];
  /** Query of the rows of a part. */
  walked(part: WalkPart): Query;
  /** A row that {@link walked} answered, as the page holds it. */
  show(found: unknown): Row;
}

/** What is read in the same round trip as a list. */
export interface Beside {
  readonly query: Query;
  /** Takes its rows, before those of the list are looked at. */
  take(rows: readonly object[]): void;
}

/**
 * That the record is there which the list is of; its query answers a row then.
 * @returns what throws DomainError NOT_FOUND when it is not
 */
export function mustBeThere(query: Query): Beside {
  return {
    query,
    take: (rows) => {
      if (rows.length === 0) throw notFound();
    },
  };
}

export interface Placed {
  readonly [PLACE]: ListPlace;
}

/** A walk through a list, at the place to which its cursor has come. */
export class ListWalk {
  /** undefined at the beginning. */
  readonly place: ListPlace | undefined;
  private readonly boundTo: string;

  /** @throws DomainError BAD_REQUEST on `cursor` when it is broken, or of another tenant, list, order or filter */
  constructor(
    tenantId: TenantId,
    private readonly list: Pick<WalkedList<unknown>, 'name' | 'terms'>,
    private readonly request: CursorPageRequest,
  ) {
    const { cursor, sort, order } = request;
    this.boundTo = JSON.stringify([tenantId, list.name, sort, order, cursor.filters]);
    this.place = cursor.text === '' ? undefined : this.placeIn(cursor.text);
  }

  /** What follows, in the list's order, each part along an index. One row more than asked for says whether there is more. */
  parts(): WalkPart[] {
    const { place = [] } = this;
    const { terms } = this.list;
    return stretchesAfter(terms, this.place).map((stretch) => ({
      limit: this.request.perPage + 1,
      fixed: stretch.fixed,
      sorted: orderBy(terms.slice(stretch.fixed)),
      place: placeSql(terms),
      condition: (at, own = terms) => stretchSql(stretch, own, place, at),
    }));
  }

  /**
   * The rows that a part has found, where the walk leaves them. What the rows of a part agree in keeps the values of the cursor that
   * found them: a vendor that was renamed meanwhile does not take the walk to its new name, past others or back to them.
   */
  placed(rows: readonly Placed[], fixed: number): readonly Placed[] {
    const agreed = this.place?.slice(0, fixed) ?? [];
    return rows.map((row) => ({ ...row, [PLACE]: [...agreed, ...row[PLACE].slice(fixed)] }));
  }

  /** The page of the rows that follow: as many as were asked for, and where the next ones begin. */
  page<Row>(found: readonly Placed[], show: (found: unknown) => Row): CursorPage<Row> {
    const { perPage } = this.request;
    const rows = found.slice(0, perPage);
    const last = found.length > perPage ? rows.at(-1) : undefined;
    const shown = rows.map(({ [PLACE]: _, ...row }) => show(row));
    return new CursorPage(shown, perPage, last ? cursorOf(last[PLACE], this.boundTo) : null);
  }

  private placeIn(text: string): ListPlace {
    const place = placeOf(text, this.boundTo);
    if (place && isPlaceOf(this.list.terms, place)) return place;
    const fields = { cursor: [{ key: 'validation.cursor' as const }] };
    throw new DomainError('BAD_REQUEST', { key: 'error.bad_request' }, { fields });
  }
}

type CursorPageRequest = Omit<PageRequest, 'page' | 'cursor'> & { readonly cursor: CursorRequest };

/**
 * The part of a list that follows a cursor. It costs the same wherever it lies: its rows are found along the index that the
 * list is sorted by, behind the row that came last. Rows that are neither written nor moved are in one part each, whatever
 * happens to others meanwhile.
 * @param beside what is read in the same round trip
 * @throws DomainError BAD_REQUEST on `cursor`; whatever `beside` throws
 */
export async function walkList<Row>(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  list: WalkedList<Row>,
  request: CursorPageRequest,
  beside?: Beside,
): Promise<CursorPage<Row>> {
  const walk = new ListWalk(tenantId, list, request);
  const parts = walk.parts();
  const queries = parts.map((part) => list.walked(part));
  const answers = await unitOfWork.read<object[]>(tenantId, ...queries, ...(beside ? [beside.query] : []));
  if (beside) beside.take(answers.pop() ?? []);
  const found = parts.flatMap(({ fixed }, index) => walk.placed((answers[index] ?? []) as Placed[], fixed));
  return walk.page(found, (row) => list.show(row));
}

/** A list that is one SELECT: the page is cut from it. */
export interface SelectedList<Row> extends Pick<WalkedList<Row>, 'name' | 'terms'> {
  readonly columns: string;
  /** `FROM ...`, with what is joined. */
  readonly from: string;
  readonly where: Condition;
  /** Query of one row `{ total }`; left out, the rows are counted. */
  readonly total?: Query | undefined;
  /** A row as the page holds it; left out, as it was found. */
  readonly show?: (found: unknown) => Row;
}

/**
 * What was asked for of a list: a numbered page with the exact total, or the part that follows a cursor.
 * @param beside what is read in the same round trip
 * @throws DomainError BAD_REQUEST on `cursor`; whatever `beside` throws
 */
export async function readList<Row>(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  list: SelectedList<Row>,
  { cursor, ...request }: PageRequest,
  beside?: Beside,
): Promise<Page<Row>> {
  const { show = (found: unknown) => found as Row } = list;
  if (!cursor) return numberedPage(unitOfWork, tenantId, { ...list, show }, request, beside);
  const walked = (part: WalkPart): Query => partQuery(list, part);
  return walkList(unitOfWork, tenantId, { ...list, walked, show }, { ...request, cursor }, beside);
}

async function numberedPage<Row>(
  unitOfWork: UnitOfWork,
  tenantId: TenantId,
  list: SelectedList<Row> & Required<Pick<SelectedList<Row>, 'show'>>,
  request: Pick<PageRequest, 'page' | 'perPage'>,
  beside: Beside | undefined,
): Promise<NumberedPage<Row>> {
  const [rows = [], [counted] = [], found = []] = await unitOfWork.read<object[]>(
    tenantId,
    pageQuery(list, request),
    list.total ?? query(`SELECT count(*) AS total ${list.from} WHERE ${list.where.sql}`, list.where.values),
    ...(beside ? [beside.query] : []),
  );
  beside?.take(found);
  return new NumberedPage(rows.map(list.show), (counted as { total: number } | undefined)?.total ?? 0, request);
}

function pageQuery(list: SelectedList<unknown>, { page, perPage }: Pick<PageRequest, 'page' | 'perPage'>): Query {
  const { columns, from, where, terms } = list;
  const cut = `LIMIT $${where.values.length + 1} OFFSET $${where.values.length + 2}`;
  return query(`SELECT ${columns} ${from} WHERE ${where.sql} ORDER BY ${orderBy(terms)} ${cut}`, [
    ...where.values,
    perPage,
    (page - 1) * perPage,
  ]);
}

function partQuery({ columns, from, where }: SelectedList<unknown>, part: WalkPart): Query {
  const values = [...where.values];
  const at = (value: unknown): string => `$${values.push(value)}`;
  const condition = `${where.sql} AND ${part.condition(at)} ORDER BY ${part.sorted} LIMIT ${at(part.limit)}`;
  return query(`SELECT ${columns}, ${part.place} ${from} WHERE ${condition}`, values);
}

/** The rows that are wanted next of all rows of a tenant, in the order of their ids. */
export interface After {
  /** Above which id; 0 to begin. */
  readonly id: number;
  readonly most: number;
}

/**
 * The rows behind an id. Whoever reads all of a table so costs the same for each part, and reads no row twice.
 * @param select a SELECT that ends in its condition on the tenant, $1
 * @param id what in it is the id
 */
export function rowsAfter<Row>(tx: Transaction, select: string, id: string, after: After): Promise<Row[]> {
  return tx.query<Row>(`${select} AND ${id} > $2 ORDER BY ${id} LIMIT $3`, [tx.tenantId, after.id, after.most]);
}
