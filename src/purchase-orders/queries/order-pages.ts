import { orderBy, type Query, query, type SortTerm } from '../../database';
import type { ListPart } from '../../figures';
import { type Condition, type NamedSort, type SortKey, sortOf } from './order-filters';
import { FROM_NAMED, SUMMARY } from './purchase-orders.sql';

/** A part of a list of summaries, as `row`, in the part's own order. The page is cut first, then looked up. */
export function pageQuery(
  { sql, values }: Condition,
  { sort, order }: { readonly sort: SortKey; readonly order: 'asc' | 'desc' },
  part: ListPart,
): Query {
  const given: unknown[] = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = part.day === undefined ? sql : `${sql} AND ${fromDay(order, at(part.day))}`;
  const terms = sortOf(sort, order);
  const sorted = orderBy(terms, part.backwards);
  const cut = `LIMIT ${at(part.limit)} OFFSET ${at(part.offset)}`;
  return query(
    `SELECT ${SUMMARY} AS row FROM (${
      sort === 'vendor' || sort === 'department'
        ? byName(sort, where, terms, part, cut, at(part.limit + part.offset))
        : cutOf(where, sorted, cut, part.far)
    }) o ORDER BY ${sorted}`,
    given,
  );
}

/** Where many rows are passed over only their ids are read, from an index alone. */
function cutOf(where: string, sorted: string, cut: string, far: boolean): string {
  if (!far) return `SELECT o.* FROM purchase_orders o WHERE ${where} ORDER BY ${sorted} ${cut}`;
  return lookedUp(`SELECT o.id FROM purchase_orders o WHERE ${where} ORDER BY ${sorted} ${cut}`);
}

/**
 * Name by name, of each no more than the page could need: so the names are read in their order, and only as many as it
 * takes.
 */
function byName(
  sort: NamedSort,
  where: string,
  terms: readonly SortTerm[],
  part: ListPart,
  cut: string,
  most: string,
): string {
  const column = `${sort}_id`;
  const within = orderBy(terms.slice(2), part.backwards);
  const [name, key] = terms;
  const names = orderBy(
    [
      { sql: 'n.name', order: name?.order ?? 'asc' },
      { sql: 'n.id', order: key?.order ?? 'asc' },
    ],
    part.backwards,
  );
  return lookedUp(`
    SELECT o.id ${FROM_NAMED[sort]} CROSS JOIN LATERAL (
      SELECT o.id, o.created_at FROM purchase_orders o
       WHERE ${where} AND o.${column} = n.id ORDER BY ${within} LIMIT ${most}) o
     WHERE n.tenant_id = $1 ORDER BY ${names}, ${within} ${cut}`);
}

/** Each by itself: a join of all could be planned as a scan of the whole table. */
function lookedUp(ids: string): string {
  return `SELECT found.* FROM (${ids}) p CROSS JOIN LATERAL (
      SELECT * FROM purchase_orders f WHERE f.tenant_id = $1 AND f.id = p.id OFFSET 0) found`;
}

/** From the day's beginning on, in the direction of the list. */
function fromDay(order: 'asc' | 'desc', day: string): string {
  return order === 'asc'
    ? `o.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC'`
    : `o.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
}
