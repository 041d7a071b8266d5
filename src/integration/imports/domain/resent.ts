import { isDeepStrictEqual } from 'node:util';
import { omitUndefined } from '../../../common/records/given';
import { mergedMetadata, type Metadata, type MetadataChange } from '../../../common/records/external';

type Fields = Readonly<Record<string, unknown>>;

/** A saved order or invoice, with the field names of a create request. */
export interface StoredDocument {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly fields: Fields;
  readonly lines: readonly StoredLine[];
}

export interface StoredLine {
  readonly id: number;
  readonly fields: Fields;
}

/** A field whose value in the file differs from the saved document. */
export interface Difference {
  /** As in a validation error: `notes`, `items.0.quantity`. */
  readonly path: string;
  readonly value: unknown;
  readonly stored: unknown;
}

export interface Resent {
  readonly differences: readonly Difference[];
  /** A request that changes the saved document to match the file. */
  readonly change: Fields;
  /** Saved lines that are not in the file. */
  readonly removedLines: readonly number[];
  /** The saved line for each line of the file; undefined for a new one. */
  readonly lines: readonly (StoredLine | undefined)[];
}

/** Compares only fields in the file. Lines are matched by external id if all have one, otherwise by order. */
export function compareDocument(stored: StoredDocument, document: Fields, field: string): Resent {
  const { [field]: inside, ...head } = document;
  const items = (inside ?? []) as readonly Fields[];
  const lines = matchLines(items, stored.lines);
  const ofHead = differencesOf(head, stored.fields, '');
  const differences = [...ofHead];
  const changes: Fields[] = [];
  for (const [index, item] of items.entries()) {
    const line = lines[index];
    const found = differencesOf(item, line?.fields, `${field}.${index}.`);
    differences.push(...found);
    if (!line) changes.push(item);
    else if (found.length > 0) changes.push({ id: line.id, ...omitUndefined(item) });
  }
  const matched = new Set(lines.map((line) => line?.id));
  const removedLines = stored.lines.flatMap(({ id }) => (matched.has(id) ? [] : [id]));
  if (removedLines.length > 0) differences.push({ path: field, value: items.length, stored: stored.lines.length });
  const changed = Object.fromEntries(ofHead.map(({ path, value }) => [path, value]));
  const change = { ...changed, ...(changes.length > 0 && { [field]: changes }) };
  return { differences, change, removedLines, lines };
}

function matchLines(items: readonly Fields[], stored: readonly StoredLine[]): readonly (StoredLine | undefined)[] {
  const idOf = ({ external_id: id }: Fields): unknown => id ?? undefined;
  const areNamed = [...items, ...stored.map(({ fields }) => fields)].every((line) => idOf(line) !== undefined);
  if (!areNamed) return items.map((_, index) => stored[index]);
  const byId = new Map(stored.map((line) => [idOf(line.fields), line]));
  return items.map((item) => byId.get(idOf(item)));
}

function differencesOf(fields: Fields, stored: Fields | undefined, path: string): readonly Difference[] {
  return Object.entries(omitUndefined(fields)).flatMap(([name, value]) => {
    const before = stored?.[name] ?? null;
    return stored && isSame(name, value, before) ? [] : [{ path: path + name, value, stored: before }];
  });
}

function isSame(name: string, value: unknown, stored: unknown): boolean {
  if (name !== 'metadata') return isDeepStrictEqual(plain(value), plain(stored));
  const before = (stored ?? {}) as Metadata;
  return isDeepStrictEqual(mergedMetadata(before, value as MetadataChange), before);
}

/** Removes the classes of a request type. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;
