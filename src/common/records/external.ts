import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../errors';

/** Characters of an external id, at most. */
export const MAX_EXTERNAL_ID = 255;

/** An external id as it is stored and looked up: in Unicode's NFC, so that two spellings of the same characters are one id. */
export function plainExternalId(text: string): string {
  return text.trim().normalize('NFC');
}

/** The spellings under which an id may be stored: an earlier release stored what the client sent. */
export function spellingsOf(externalIds: readonly string[]): string[] {
  return [...new Set(externalIds.flatMap((id) => [id, id.normalize('NFC'), id.normalize('NFD')]))];
}

/** How much a record's metadata may be: keys, characters of a key, characters of a value. */
export const METADATA_LIMITS = { keys: 50, key: 40, value: 500 } as const;

/**
 * How much the metadata of all lines of a document may be together: keys, and characters of keys and values. A document is
 * answered with all of its lines.
 */
export const LINES_METADATA_LIMITS = { keys: 5_000, characters: 65_536 } as const;

/** What other systems keep with a record: texts by keys of theirs. */
export type Metadata = Readonly<Record<string, string>>;

/** What other systems know a record by. */
export interface External {
  /** Their id of it, unique among the tenant's records of its kind; null where none has said. */
  readonly externalId: string | null;
  readonly metadata: Metadata;
}

/** What a request says of it: left out is undefined, cleared is null. Of the metadata it names the keys that it changes. */
export interface ExternalInput {
  readonly externalId?: string | null;
  readonly metadata?: MetadataChange;
}

/** The keys that are set, and null for those that are removed; null removes all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

/** A record that no other system knows. */
export const UNKNOWN_OUTSIDE: External = { externalId: null, metadata: {} };

/** What other systems know a record by; what the record leaves out is empty. */
export function outsideOf({ externalId = null, metadata = UNKNOWN_OUTSIDE.metadata }: Partial<External>): External {
  return { externalId, metadata };
}

/**
 * What a new record begins with.
 * @throws DomainError VALIDATION_ERROR on `metadata` with more than 50 keys
 */
export function newExternal(input: ExternalInput): External {
  return { ...UNKNOWN_OUTSIDE, ...externalChanges(UNKNOWN_OUTSIDE, input) };
}

/**
 * What an input changes of what is there.
 * @returns only the members that differ
 * @throws DomainError VALIDATION_ERROR on `metadata` that would have more than 50 keys
 */
export function externalChanges(
  present: External,
  { externalId, metadata: change }: ExternalInput,
  field = 'metadata',
): Partial<External> {
  const metadata = change === undefined ? present.metadata : mergedMetadata(present.metadata, change, field);
  return {
    ...(externalId !== undefined && externalId !== present.externalId && { externalId }),
    ...(metadata !== present.metadata && !isDeepStrictEqual(metadata, present.metadata) && { metadata }),
  };
}

/**
 * The metadata after a change: the keys that it names are set, or removed where they are null; the others stay.
 * @param field the path of the metadata in the request
 * @throws DomainError VALIDATION_ERROR on the field when there would be more than 50 keys
 */
export function mergedMetadata(present: Metadata, change: MetadataChange, field = 'metadata'): Metadata {
  if (change === null) return {};
  const merged = new Map<string, string>(Object.entries(present));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  const { keys: max } = METADATA_LIMITS;
  if (merged.size > max) throw invalidField(field, 'validation.metadata_keys', { max });
  return Object.fromEntries(merged);
}

/**
 * Looks at the metadata of all lines of a document. One that has too much already may be left with less of it.
 * @param before all lines as they stand
 * @param after all lines as they are to stand
 * @param field what the request calls them
 * @throws DomainError VALIDATION_ERROR on the field when it grows to more than {@link LINES_METADATA_LIMITS}
 */
export function requireLinesMetadata(before: Lines, after: Lines, field: string): void {
  const { keys, characters } = LINES_METADATA_LIMITS;
  const grown = sizeOf(after);
  if (grown.keys <= keys && grown.characters <= characters) return;
  const present = sizeOf(before);
  const isTooMuch = (measure: keyof typeof LINES_METADATA_LIMITS): boolean =>
    grown[measure] > Math.max(LINES_METADATA_LIMITS[measure], present[measure]);
  if (!isTooMuch('keys') && !isTooMuch('characters')) return;
  throw invalidField(field, 'validation.metadata_of_lines', { keys, characters });
}

type Lines = readonly Partial<External>[];

function sizeOf(lines: Lines): { readonly keys: number; readonly characters: number } {
  let [keys, characters] = [0, 0];
  for (const { metadata = {} } of lines) {
    for (const [key, value] of Object.entries(metadata)) {
      keys += 1;
      characters += key.length + value.length;
    }
  }
  return { keys, characters };
}

/** Both fields for the audit log: empty metadata is none. */
export const EXTERNAL_FIELDS = {
  external_id: 'externalId',
  metadata: ({ metadata = {} }: Partial<External>): Metadata | null =>
    Object.keys(metadata).length === 0 ? null : metadata,
} as const;
