import { NumberedPage, type Page, type PageRequest } from '../../../common/lists/page';
import type { TenantId } from '../../../common/records/ids';
import { type Query, query } from '../connection/statement';
import type { UnitOfWork } from '../transaction/unit-of-work';
import type { Transaction } from '../transaction/transaction';
import { type Condition, orderBy } from './sql';
import { type Beside, type WalkedList, walkList, type WalkPart } from './walk-list';

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
