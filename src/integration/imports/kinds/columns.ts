import type { MessageKey } from '../../../messages';
import { EXPORT_MARK } from '../../../common/records/export-mark';
import type { Reading } from '../domain/reading';
import { BrokenFileError } from '../domain/rows';
import type { CellType, Columns, ImportKind } from './kind';

/** Before the name of a line's field in the headings of a CSV file. */
export const LINE_PREFIX = 'item_';

/**
 * Columns that the CSV file of refused rows adds before those of the file: the line of each row, and what is wrong with it. An import
 * takes such a file and does not read them.
 */
export const ADDED_COLUMNS: readonly string[] = ['import_line', 'import_message'];

const EVERY: Columns = { external_id: 'text', metadata: 'json' };

/** The columns of a CSV file of a kind that an import reads. */
export function columnsOf(kind: ImportKind, { ignoreColumns }: Reading): Columns {
  const ofLines = Object.entries(kind.lines ? typesOf(kind.lines) : {});
  const all = { ...typesOf(kind), ...Object.fromEntries(ofLines.map(([name, type]) => [LINE_PREFIX + name, type])) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !ignoreColumns.includes(name)));
}

function typesOf({
  columns,
  references,
  computed = [],
}: Pick<ImportKind, 'columns' | 'references' | 'computed'>): Columns {
  const names = references.map(({ from }) => [from, 'text'] as const);
  const amounts = computed.map((name) => [name, 'number'] as const);
  return { ...EVERY, ...columns, ...Object.fromEntries<CellType>([...names, ...amounts]) };
}

/**
 * Refuses a CSV file whose headings are not those of its kind. A file of an export for an import may have all columns of answers.
 * @param named the headings as the file has them
 * @returns the columns that they stand for
 * @throws BrokenFileError naming what is missing, unknown, not read or there twice
 */
export function checkHeadings(kind: ImportKind, named: readonly string[], reading: Reading): readonly string[] {
  requireDelimiter(named);
  refuseAny(
    'imports.mapped_columns_missing',
    Object.keys(reading.columns).filter((name) => !named.includes(name)),
  );
  const headings = named.map((name) => columnFor(name, reading));
  const columns = columnsOf(kind, reading);
  const notRead = [EXPORT_MARK, ...ADDED_COLUMNS, ...reading.ignoreColumns];
  const found = headings.filter((name) => !notRead.includes(name));
  const others = found.filter((name) => !Object.hasOwn(columns, name));
  const ofAnswers = [...kind.ignored, ...(kind.lines?.ignored ?? []).map((name) => LINE_PREFIX + name)];
  refuseAny(
    'imports.unknown_columns',
    others.filter((name) => !ofAnswers.includes(name)),
    Object.keys(columns),
  );
  if (!headings.includes(EXPORT_MARK)) refuseAny('imports.columns_not_read', others);
  const seen = new Set<string>();
  refuseAny(
    'imports.columns_twice',
    found.filter((name) => seen.size === seen.add(name).size),
  );
  refuseAny(
    'imports.missing_columns',
    ['external_id', ...kind.required].filter((name) => !found.includes(name)),
  );
  return headings;
}

/** The column that a heading of the file stands for. */
export function columnFor(heading: string, { columns }: Reading): string {
  return Object.hasOwn(columns, heading) ? (columns[heading] ?? heading) : heading;
}

/** @throws BrokenFileError when all headings are in one, with another separator than the file is read with */
function requireDelimiter([first = '', ...others]: readonly string[]): void {
  if (others.length > 0 || !/[,;\t|]/.test(first)) return;
  throw new BrokenFileError('imports.other_delimiter', { heading: shortened(first) });
}

/** @throws BrokenFileError that names these columns, if there are any */
function refuseAny(key: MessageKey, columns: readonly string[], known: readonly string[] = []): void {
  if (columns.length > 0) throw new BrokenFileError(key, { columns: listOf(columns), known: known.join(', ') });
}

/** Ten names at most, none of them long. */
export const listOf = (names: readonly string[]): string => names.slice(0, 10).map(shortened).join(', ');

/** A text of the file as a message names it. */
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A value of the file as a message shows it; an empty cell is an empty text. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  return shortened(typeof value === 'string' ? value.trim() : JSON.stringify(value));
}
