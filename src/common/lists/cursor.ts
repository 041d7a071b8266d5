import { createHash } from 'node:crypto';

/** The place of a row in a list: its sort values as text, the id last. Null for a missing value. */
export type ListPlace = readonly (string | null)[];

/** The maximum length of a cursor; a place contains a name of at most 255 characters. */
export const MAX_CURSOR = 3_000;

/** @param boundTo everything for which the cursor is valid: tenant, list, order and filters */
export function cursorOf(place: ListPlace, boundTo: string): string {
  return Buffer.from(JSON.stringify([seal(place, boundTo), ...place])).toString('base64url');
}

/** The place of a cursor; undefined if it is invalid or belongs to another list. */
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

/** Detects a truncated, mistyped or foreign cursor. It is not a secret; places are validated before use. */
function seal(place: ListPlace, boundTo: string): string {
  return createHash('sha256')
    .update(JSON.stringify([boundTo, place]))
    .digest('base64url')
    .slice(0, 16);
}
