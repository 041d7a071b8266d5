import type { MessageKey } from '../../../messages';
import { EXPORT_MARK } from '../../../common/records/export-mark';
import type { Reading } from '../domain/reading';
import { BrokenFileError } from '../domain/rows';
import type { CellType, Columns, ImportKind } from './kind';

/** Prefix of a line's fields in CSV headings. */
export const LINE_PREFIX = 'item_';

/** Columns that the CSV file of rejected rows adds: the line of each row and its error. Imports skip them. */
export const ADDED_COLUMNS: readonly string[] = ['import_line', 'import_message'];

const EVERY: Columns = { external_id: 'text', metadata: 'json' };

/** The columns that an import reads from a CSV file. */
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
 * A file exported for an import may contain all columns of responses. Returns the columns for the headings.
 * @throws BrokenFileError with the headings that are missing, unknown, not importable or duplicated
 */
export function checkHeadings(kind: ImportKind, named: readonly string[], reading: Reading): readonly string[] {
  requireDelimiter(named);
  const mappedMissing = Object.keys(reading.columns).filter((name) => !named.includes(name));
  refuseAny('imports.mapped_columns_missing', mappedMissing);
  const headings = named.map((name) => columnFor(name, reading));
  const columns = columnsOf(kind, reading);
  const notRead = [EXPORT_MARK, ...ADDED_COLUMNS, ...reading.ignoreColumns];
  const found = headings.filter((name) => !notRead.includes(name));
  const others = found.filter((name) => !Object.hasOwn(columns, name));
  const ofAnswers = [...kind.ignored, ...(kind.lines?.ignored ?? []).map((name) => LINE_PREFIX + name)];
  const unknown = others.filter((name) => !ofAnswers.includes(name));
  refuseAny('imports.unknown_columns', unknown, Object.keys(columns));
  if (!headings.includes(EXPORT_MARK)) refuseAny('imports.columns_not_read', others);
  const repeated = found.filter((name, index) => found.indexOf(name) < index);
  refuseAny('imports.columns_twice', repeated);
  const missing = ['external_id', ...kind.required].filter((name) => !found.includes(name));
  refuseAny('imports.missing_columns', missing);
  return headings;
}

export function columnFor(heading: string, { columns }: Reading): string {
  return Object.hasOwn(columns, heading) ? (columns[heading] ?? heading) : heading;
}

/** @throws BrokenFileError if there is one heading that contains another delimiter */
function requireDelimiter([first = '', ...others]: readonly string[]): void {
  if (others.length > 0 || !/[,;\t|]/.test(first)) return;
  throw new BrokenFileError('imports.other_delimiter', { heading: shortened(first) });
}

/** @throws BrokenFileError with these columns, if there are any */
function refuseAny(key: MessageKey, columns: readonly string[], known: readonly string[] = []): void {
  if (columns.length > 0) throw new BrokenFileError(key, { columns: listOf(columns), known: known.join(', ') });
}

/** At most ten shortened names. */
export const listOf = (names: readonly string[]): string => names.slice(0, 10).map(shortened).join(', ');

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A value of the file for a message. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  return shortened(typeof value === 'string' ? value.trim() : JSON.stringify(value));
}
