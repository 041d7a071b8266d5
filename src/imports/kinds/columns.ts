import { BrokenFileError } from '../files/rows';
import type { CellType, Columns, ImportKind } from './kind';

/** Before the name of a line's field in the headings of a CSV file. */
export const LINE_PREFIX = 'item_';

const EVERY: Columns = { external_id: 'text', metadata: 'json' };

/** The columns of a CSV file of a kind that an import reads. */
export function columnsOf(kind: ImportKind): Columns {
  const { columns, references, lines } = kind;
  const all: Record<string, CellType> = { ...EVERY, ...columns };
  for (const { from } of references) all[from] = 'text';
  if (!lines) return all;
  const ofLines: Columns = { ...EVERY, ...lines.columns };
  for (const [name, type] of Object.entries(ofLines)) all[LINE_PREFIX + name] = type;
  for (const { from } of lines.references) all[LINE_PREFIX + from] = 'text';
  return all;
}

/**
 * Refuses a CSV file whose headings are not those of its kind.
 * @throws BrokenFileError naming what is missing, unknown or there twice
 */
export function checkHeadings(kind: ImportKind, headings: readonly string[]): void {
  const ignored = [...kind.ignored, ...(kind.lines?.ignored ?? []).map((name) => LINE_PREFIX + name)];
  const known = new Set([...Object.keys(columnsOf(kind)), ...ignored]);
  const unknown = headings.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new BrokenFileError('imports.unknown_columns', { columns: listOf(unknown) });
  const seen = new Set<string>();
  const twice = headings.filter((name) => seen.size === seen.add(name).size);
  if (twice.length > 0) throw new BrokenFileError('imports.columns_twice', { columns: listOf(twice) });
  const missing = ['external_id', ...kind.required].filter((name) => !headings.includes(name));
  if (missing.length > 0) throw new BrokenFileError('imports.missing_columns', { columns: listOf(missing) });
}

/** Ten names at most, none of them long. */
const listOf = (names: readonly string[]): string => names.slice(0, 10).map(shortened).join(', ');

/** A text of the file as a message names it. */
export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
