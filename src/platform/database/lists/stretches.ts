import { isCalendarDate } from '../../../common/clock';
import type { ListPlace } from '../../../common/lists/cursor';
import type { SortTerm, SortType } from './sql';

export const PLACE = 'walk_place';

/** SQL of the column {@link PLACE}: the sort values of a row as text. */
export function placeSql(terms: readonly SortTerm[]): string {
  return `ARRAY[${terms.map(({ sql, type }) => asText(sql, type)).join(', ')}]::text[] AS ${PLACE}`;
}

function asText(sql: string, type: SortType): string {
  if (type === 'timestamptz') return `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type === 'date' ? `to_char(${sql}, 'YYYY-MM-DD')` : `(${sql})::text`;
}

/** Consecutive rows of a list that one condition finds along an index. */
export interface Stretch {
  /** The number of leading terms that are equal to those of the place. */
  readonly fixed: number;
  /** The terms from `fixed` to this one come after those of the place; no such terms if both numbers are equal. */
  readonly upTo: number;
  readonly nulls?: boolean;
}

/** The rows after a place, in the list's order; each row is in exactly one stretch. */
export function stretchesAfter(terms: readonly SortTerm[], place: ListPlace | undefined): readonly Stretch[] {
  if (!place) return [{ fixed: 0, upTo: 0 }];
  const hasFirst = place[0] !== null;
  const stretches = [...runsOf(terms, hasFirst ? 0 : 1)].reverse();
  return terms[0]?.nullable && hasFirst ? [...stretches, { fixed: 0, upTo: 0, nulls: true }] : stretches;
}

/** Splits the terms from `start` wherever the direction changes or a `within` term begins. */
function* runsOf(terms: readonly SortTerm[], start: number): Generator<Stretch> {
  let from = start;
  for (let to = start + 1; to <= terms.length; to += 1) {
    const next = terms[to];
    if (next && !next.within && next.order === terms[from]?.order) continue;
    yield { fixed: from, upTo: to };
    from = to;
  }
}

/** The condition of a stretch. `terms` may be other SQL with the same meaning as the list's terms. */
export function stretchSql(
  { fixed, upTo, nulls }: Stretch,
  terms: readonly SortTerm[],
  place: ListPlace,
  at: (value: unknown) => string,
): string {
  if (nulls) return `${terms[0]?.sql} IS NULL`;
  const value = (index: number): string => `${at(place[index])}::${terms[index]?.type}`;
  const equal = terms.slice(0, fixed).flatMap(({ sql, impliedByNext }, index) => {
    if (impliedByNext && index + 1 < fixed) return [];
    return [place[index] === null ? `${sql} IS NULL` : `${sql} = ${value(index)}`];
  });
  const behind = terms.slice(fixed, upTo);
  if (behind.length === 0) return equal.join(' AND ') || 'true';
  const sides = [behind.map(({ sql }) => sql), behind.map((_, index) => value(fixed + index))];
  const [left, right] = sides.map((side) => (side.length === 1 ? side[0] : `(${side.join(', ')})`));
  return [...equal, `${left} ${behind[0]?.order === 'asc' ? '>' : '<'} ${right}`].join(' AND ');
}

/** Whether the place fits a list with these terms and has only values that PostgreSQL accepts. */
export function isPlaceOf(terms: readonly SortTerm[], place: ListPlace): boolean {
  return (
    place.length === terms.length &&
    terms.every(({ type, nullable = false }, index) => {
      const value = place[index] ?? null;
      return value === null ? nullable && index === 0 : IS_VALUE[type](value);
    })
  );
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

const isDay = (text: string): boolean => text > '0001' && isCalendarDate(text);

const IS_VALUE: Readonly<Record<SortType, (text: string) => boolean>> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  numeric: (text) => /^-?\d{1,40}(\.\d{1,40})?$/.test(text),
  text: (text) => text.isWellFormed() && !text.includes('\0'),
  date: isDay,
  timestamptz: (text) => isDay(INSTANT.exec(text)?.[1] ?? ''),
};
