import { cursorOf, type ListPlace, placeOf } from '../../../common/lists/cursor';
import { DomainError, notFound } from '../../../common/errors';
import { CursorPage, type CursorRequest, type PageRequest, NumberedPage, type Page } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import { type Query, query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';
import { orderBy, type SortTerm, type Condition } from './sql';
import { isPlaceOf, PLACE, placeSql, stretchesAfter, stretchSql } from './stretches';
import type { Transaction } from '../transaction/transaction';

/** The query of one stretch of a list, in the list's order. */
export interface WalkPart {
  readonly limit: number;
  /** Leading terms in which all rows are equal. */
  readonly fixed: number;
  readonly sorted: string;
  /** An additional column that each row must have. */
  readonly place: string;
  /** The condition of the rows, with the list's terms or equivalent SQL. */
  condition(at: (value: unknown) => string, terms?: readonly SortTerm[]): string;
}

export interface WalkedList<Row> {
  /** The list's name with the ids of its path. A cursor is valid only for the same list. */
  readonly name: string;
  /** The sort terms. The last one makes the order unique. */
  readonly terms: readonly SortTerm[];
  walked(part: WalkPart): Query;
  show(found: unknown): Row;
}

/** A query in the same round trip as a list. */
export interface Beside {
  readonly query: Query;
  take(rows: readonly object[]): void;
}

/** Adds a check that the parent record exists. @returns a check that throws DomainError NOT_FOUND otherwise */
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

export class ListWalk {
  readonly place: ListPlace | undefined;
  private readonly boundTo: string;

  /** @throws DomainError BAD_REQUEST on `cursor` when it is invalid, or of another tenant, list, order or filter */
  constructor(
    tenantId: TenantId,
    private readonly list: Pick<WalkedList<unknown>, 'name' | 'terms'>,
    private readonly request: CursorPageRequest,
  ) {
    const { cursor, sort, order } = request;
    this.boundTo = JSON.stringify([tenantId, list.name, sort, order, cursor.filters]);
    this.place = cursor.text === '' ? undefined : this.placeIn(cursor.text);
  }

  /** The next rows in the list's order; each part follows an index. One extra row shows whether there are more. */
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
   * The rows of a part with their places. Terms that are equal in all rows get the cursor's values, not the row's. The
   * walk therefore does not jump to the new name of a renamed vendor, which would skip or repeat rows.
   */
  placed(rows: readonly Placed[], fixed: number): readonly Placed[] {
    const agreed = this.place?.slice(0, fixed) ?? [];
    return rows.map((row) => ({ ...row, [PLACE]: [...agreed, ...row[PLACE].slice(fixed)] }));
  }

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
 * Reads the page after a cursor. The cost is independent of the position: rows are found along the sort index, after
 * the last row of the previous page. Unchanged rows are on exactly one page.
 * @param beside a query in the same round trip
 * @throws DomainError BAD_REQUEST on `cursor`, or the error of `beside`
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

export interface SelectedList<Row> extends Pick<WalkedList<Row>, 'name' | 'terms'> {
  readonly columns: string;
  readonly from: string;
  readonly where: Condition;
  /** Query of one row `{ total }`; by default the rows are counted. */
  readonly total?: Query | undefined;
  readonly show?: (found: unknown) => Row;
}

/** A numbered page with the exact total, or the page after a cursor. @throws DomainError BAD_REQUEST on `cursor` */
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

export interface After {
  /** The last id of the previous part; 0 to begin. */
  readonly id: number;
  readonly most: number;
}

/**
 * Rows with greater ids. A whole table read this way costs the same for each part, and no row is read twice.
 * @param select a SELECT that ends with its condition on the tenant, $1
 * @param id the SQL of the id
 */
export function rowsAfter<Row>(tx: Transaction, select: string, id: string, after: After): Promise<Row[]> {
  return tx.query<Row>(`${select} AND ${id} > $2 ORDER BY ${id} LIMIT $3`, [tx.tenantId, after.id, after.most]);
}
