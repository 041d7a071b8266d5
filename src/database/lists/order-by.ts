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
