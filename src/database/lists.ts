/** @returns SQL of an instant as every answer shows it: ISO 8601 in UTC with milliseconds */
export function isoSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** One term of an ORDER BY. Nulls come last in the list's own order. */
export interface SortTerm {
  readonly sql: string;
  readonly order: 'asc' | 'desc';
  readonly nullable?: boolean;
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

/** The LIKE pattern of the text somewhere inside, each of its characters meaning itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether the indexes of texts can find it: their keys are looked up by three characters at least. */
export function isIndexed(text: string): boolean {
  return [...text].length >= 3;
}
