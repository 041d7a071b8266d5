import type { Instants } from '../../../common/clock';
import { textKey } from '../../../common/records/keys';

/** @returns SQL of a time as ISO 8601 in UTC with milliseconds, as in all responses */
export function isoSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Every integer is a bigint. */
export type SortType = 'bigint' | 'numeric' | 'text' | 'date' | 'timestamptz';

/** One term of an ORDER BY. In the list's order nulls come last. */
export interface SortTerm {
  readonly sql: string;
  readonly type: SortType;
  readonly order: 'asc' | 'desc';
  /** Only the first term may be null. */
  readonly nullable?: boolean;
  /** Equal rows are found by the next term, which determines this one, because this one may change during the walk. */
  readonly impliedByNext?: boolean;
  /** Starts a separate stretch: rows that are equal in the preceding terms are found by their own condition. */
  readonly within?: boolean;
}

/** The ORDER BY, or its opposite for reading a list from its end. */
export function orderBy(terms: readonly SortTerm[], backwards = false): string {
  return terms
    .map(({ sql, order, nullable }) => {
      const direction = (order === 'asc') === backwards ? 'DESC' : 'ASC';
      if (!nullable) return `${sql} ${direction}`;
      return `${sql} ${direction} NULLS ${backwards ? 'FIRST' : 'LAST'}`;
    })
    .join(', ');
}

/** Sorts user-written text in the root order of Unicode, like the indexes. Codes are sorted by characters. */
export function collated(text: string): string {
  return `${text} COLLATE "und-x-icu"`;
}

/** Sorts by a non-null column (API name), then by id. A column that is neither text nor code is a timestamp. */
export function sortedBy(
  alias: string,
  { sort, order }: { readonly sort: string; readonly order: 'asc' | 'desc' },
  { texts = [], codes = [] }: { readonly texts?: readonly string[]; readonly codes?: readonly string[] } = {},
): readonly SortTerm[] {
  const id: SortTerm = { sql: `${alias}.id`, type: 'bigint', order };
  if (sort === 'id') return [id];
  const column = `${alias}.${sort}`;
  if (texts.includes(sort)) return [{ sql: collated(column), type: 'text', order }, id];
  return [{ sql: column, type: codes.includes(sort) ? 'text' : 'timestamptz', order }, id];
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Part of a condition, omitted if its value is undefined. */
export type Clause = readonly [sql: (placeholder: string) => string, value: unknown];

/** Joins all clauses with a value by AND. The text depends only on which clauses have values, not on the values. */
export function allOf(clauses: readonly Clause[]): Condition {
  const given = clauses.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([text], index) => text(`$${index + 1}`)).join(' AND '),
    values: given.map(([, value]) => value),
  };
}

export function within(column: string, span: Instants | undefined): readonly Clause[] {
  return [
    [(at) => `${column} >= ${at}`, span?.from],
    [(at) => `${column} < ${at}`, span?.before],
  ];
}

/** Whether a day is in one of several periods. `periods` is a JSON array of `from` and `to`, both inclusive. */
export function isWithin(day: string, periods: string): string {
  return `EXISTS (SELECT FROM jsonb_to_recordset(${periods}::jsonb) AS p ("from" date, "to" date) WHERE ${day} BETWEEN p."from" AND p."to")`;
}

/** A single value uses `=`, so that an index can return sorted rows. */
export function isOneOf(column: string, values: readonly string[] | undefined): Clause {
  return values?.length === 1
    ? [(at) => `${column} = ${at}`, values[0]]
    : [(at) => `${column} = ANY (${at}::text[])`, values];
}

export function containing(text: string): string {
  return `%${textKey(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** SQL of a row-by-row search: one of these texts contains the pattern of {@link containing}, compared by its key. */
export function oneContains(texts: readonly string[]): (pattern: string) => string {
  return (pattern) => `(${texts.map((text) => `text_key(${text}) LIKE ${pattern}`).join(' OR ')})`;
}

/** The rows of a list: FROM and WHERE. */
export interface Selection extends Condition {
  readonly from: string;
  /** `from` contains only the hits of a search. */
  readonly isFound: boolean;
}

/**
 * Adds a search to a condition whose $1 is the tenant. The function `matching_TABLE` finds the hits in text indexes,
 * which require a key of at least three characters. Shorter texts are searched with `rowByRow`.
 */
export function searched(
  table: string,
  { sql, values }: Condition,
  search: string | undefined,
  rowByRow: (pattern: string) => string,
): Selection {
  if (!search) return { from: table, isFound: false, sql, values };
  const pattern = `$${values.length + 1}`;
  const given = [...values, containing(search)];
  if ([...textKey(search)].length < 3) {
    return { from: table, isFound: false, sql: `${sql} AND ${rowByRow(pattern)}`, values: given };
  }
  const hits = rowsByIds(`FROM ${table}`, `SELECT matching_${table}(${pattern}) AS id`);
  return { from: `(${hits})`, isFound: true, sql, values: given };
}

/**
 * The rows with the ids of a query, or of the array $2; $1 is the tenant. It looks up each id separately. PostgreSQL
 * could plan a join, or `id = ANY`, as a scan of all rows of the tenant, because it expects a tenant of average size.
 * @param from `FROM` and the table
 */
export function rowsByIds(from: string, ids = 'SELECT unnest($2::bigint[]) AS id'): string {
  return `SELECT found.* FROM (${ids}) p CROSS JOIN LATERAL (
      SELECT * ${from} f WHERE f.tenant_id = $1 AND f.id = p.id OFFSET 0) found`;
}
