import type { Instants } from '../../../common/clock';
import { textKey } from '../../../common/records/keys';

/** @returns SQL of an instant as every answer shows it: ISO 8601 in UTC with milliseconds */
export function isoSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The type of what a list is sorted by, as PostgreSQL compares it. Every integer is a bigint. */
export type SortType = 'bigint' | 'numeric' | 'text' | 'date' | 'timestamptz';

/** One term of an ORDER BY. Nulls come last in the list's own order. */
export interface SortTerm {
  readonly sql: string;
  readonly type: SortType;
  readonly order: 'asc' | 'desc';
  /** Only the first term may be null. */
  readonly nullable?: boolean;
  /** The term after it says it: rows that agree in that are found without it, for it may change while the list is walked. */
  readonly saidByNext?: boolean;
  /** The rows that agree in the terms before it are found by themselves, when the list is walked. */
  readonly within?: boolean;
}

/** ORDER BY of these terms, or of exactly the opposite order, for reading a list from its end. */
export function orderBy(terms: readonly SortTerm[], backwards = false): string {
  return terms
    .map(({ sql, order, nullable }) => {
      const direction = (order === 'asc') === backwards ? 'DESC' : 'ASC';
      if (!nullable) return `${sql} ${direction}`;
      return `${sql} ${direction} NULLS ${backwards ? 'FIRST' : 'LAST'}`;
    })
    .join(', ');
}

/**
 * SQL of a text that people have written, in the order in which a list is sorted by it: the root order of Unicode, the same on every
 * server. An index of it has the same collation. Codes that the service makes are sorted as they are, in the order of their characters.
 */
export function collated(text: string): string {
  return `${text} COLLATE "und-x-icu"`;
}

/**
 * The order of a list by a column that is never null, named as the API names it; it ends in the id, so that no two rows are
 * alike. What is neither a text nor a code of the service is an instant.
 */
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

/** The WHERE of a list, with the values of its placeholders. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A part of a condition; left out where its value is undefined. */
export type Clause = readonly [sql: (placeholder: string) => string, value: unknown];

/** All clauses that have a value, joined by AND. The text depends on which have one, never on the values. */
export function allOf(clauses: readonly Clause[]): Condition {
  const given = clauses.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([text], index) => text(`$${index + 1}`)).join(' AND '),
    values: given.map(([, value]) => value),
  };
}

/** Clauses of a column that lies within a span of time. */
export function within(column: string, span: Instants | undefined): readonly Clause[] {
  return [
    [(at) => `${column} >= ${at}`, span?.from],
    [(at) => `${column} < ${at}`, span?.before],
  ];
}

/** Whether a day lies in one of several periods, which are an array of `from` and `to` as JSON, both inclusive. */
export function isWithin(day: string, periods: string): string {
  return `EXISTS (SELECT FROM jsonb_to_recordset(${periods}::jsonb) AS p ("from" date, "to" date) WHERE ${day} BETWEEN p."from" AND p."to")`;
}

/** The clause of a column that has one of these values. Of one alone an index may give the rows sorted. */
export function isOneOf(column: string, values: readonly string[] | undefined): Clause {
  return values?.length === 1
    ? [(at) => `${column} = ${at}`, values[0]]
    : [(at) => `${column} = ANY (${at}::text[])`, values];
}

/** The LIKE pattern of the text's key somewhere inside, each of its characters meaning itself. */
export function containing(text: string): string {
  return `%${textKey(text).replace(/[\\%_]/g, '\\$&')}%`;
}

/** SQL of a search row by row: one of these texts contains the pattern of {@link containing}, compared by its key. */
export function oneContains(texts: readonly string[]): (pattern: string) => string {
  return (pattern) => `(${texts.map((text) => `text_key(${text}) LIKE ${pattern}`).join(' OR ')})`;
}

/** Whether the indexes of texts can find it: their keys are looked up by three characters at least. */
export function isIndexed(text: string): boolean {
  return [...textKey(text)].length >= 3;
}
