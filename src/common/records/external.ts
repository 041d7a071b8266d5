import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../errors';

/** The maximum length of an external id. */
export const MAX_EXTERNAL_ID = 255;

/** The stored form of an external id: Unicode NFC, so that two encodings of the same characters are one id. */
export function plainExternalId(text: string): string {
  return text.trim().normalize('NFC');
}

/** The possible stored forms of ids, because an earlier release stored the client's form. */
export function spellingsOf(externalIds: readonly string[]): string[] {
  return [...new Set(externalIds.flatMap((id) => [id, id.normalize('NFC'), id.normalize('NFD')]))];
}

/** Limits of a record's metadata: number of keys, characters of a key and of a value. */
export const METADATA_LIMITS = { keys: 50, key: 40, value: 500 } as const;

/** Limits for all lines of a document (characters of keys and values), because a response contains all lines. */
export const LINES_METADATA_LIMITS = { keys: 5_000, characters: 65_536 } as const;

/** Key-value texts of other systems. */
export type Metadata = Readonly<Record<string, string>>;

/** The external id and metadata of a record. */
export interface External {
  /** The id in another system, unique per tenant and record type; null if there is none. */
  readonly externalId: string | null;
  readonly metadata: Metadata;
}

/** The values in a request: undefined if omitted, null if cleared. Metadata contains only the changed keys. */
export interface ExternalInput {
  readonly externalId?: string | null;
  readonly metadata?: MetadataChange;
}

/** The changed keys, null for removed ones; null removes all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

/** A record without external id and metadata. */
export const UNKNOWN_OUTSIDE: External = { externalId: null, metadata: {} };

export function outsideOf({ externalId = null, metadata = UNKNOWN_OUTSIDE.metadata }: Partial<External>): External {
  return { externalId, metadata };
}

/** The initial values of a new record. @throws DomainError VALIDATION_ERROR on `metadata` with more than 50 keys */
export function newExternal(input: ExternalInput): External {
  return { ...UNKNOWN_OUTSIDE, ...externalChanges(UNKNOWN_OUTSIDE, input) };
}

/** The members that the input changes. @throws DomainError VALIDATION_ERROR on `metadata` with more than 50 keys */
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
 * The metadata after a change: given keys are set, or removed if null; others are retained.
 * @throws DomainError VALIDATION_ERROR on `field`, its path in the request, when there would be more than 50 keys
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
 * Checks the metadata of all lines of a document. Metadata over the limit may remain if it does not grow.
 * @throws DomainError VALIDATION_ERROR on `field` when it grows beyond {@link LINES_METADATA_LIMITS}
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

/** Both fields for the audit log, which omits empty metadata. */
export const EXTERNAL_FIELDS = {
  external_id: 'externalId',
  metadata: ({ metadata = {} }: Partial<External>): Metadata | null =>
    Object.keys(metadata).length === 0 ? null : metadata,
} as const;
