import { createHash } from 'node:crypto';

/** A row's place in a list: the values that the list is sorted by, as text, the id last. Null where the row has none. */
export type ListPlace = readonly (string | null)[];

/** Characters of the longest cursor: a place holds a name of 255 characters at most. */
export const MAX_CURSOR = 3_000;

/**
 * The cursor of a place, as text that clients pass on as it is. It holds what the row before it showed, and nothing else.
 * @param boundTo everything that the cursor goes on with alone: the tenant, the list, its order and its filters
 */
export function cursorOf(place: ListPlace, boundTo: string): string {
  return Buffer.from(JSON.stringify([seal(place, boundTo), ...place])).toString('base64url');
}

/** The place that a cursor holds; undefined when it is broken, or was made for something else. */
export function placeOf(cursor: string, boundTo: string): ListPlace | undefined {
  const [sealed, ...place] = read(cursor);
  if (!place.every(isValue)) return undefined;
  return sealed === seal(place, boundTo) ? place : undefined;
}

function read(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const isValue = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Tells a cursor that was cut, mistyped or taken elsewhere. It keeps no secret: a place is checked before it is used. */
function seal(place: ListPlace, boundTo: string): string {
  return createHash('sha256')
    .update(JSON.stringify([boundTo, place]))
    .digest('base64url')
    .slice(0, 16);
}
