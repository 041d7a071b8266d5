import type { MessageKey } from '../../common/messages';
import { EXPORT_MARK } from '../../common/records/export-mark';
import type { Reading } from '../domain/reading';
import { BrokenFileError } from '../files/rows';
import type { CellType, Columns, ImportKind } from './kind';

/** Before the name of a line's field in the headings of a CSV file. */
export const LINE_PREFIX = 'item_';

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
 * @throws BrokenFileError naming what is missing, unknown, not read or there twice
 */
export function checkHeadings(kind: ImportKind, headings: readonly string[], reading: Reading): void {
  const columns = columnsOf(kind, reading);
  const found = headings.filter((name) => name !== EXPORT_MARK && !reading.ignoreColumns.includes(name));
  const others = found.filter((name) => !Object.hasOwn(columns, name));
  const ofAnswers = [...kind.ignored, ...(kind.lines?.ignored ?? []).map((name) => LINE_PREFIX + name)];
  refuseAny(
    'imports.unknown_columns',
    others.filter((name) => !ofAnswers.includes(name)),
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
}

/** @throws BrokenFileError that names these columns, if there are any */
function refuseAny(key: MessageKey, columns: readonly string[]): void {
  if (columns.length > 0) throw new BrokenFileError(key, { columns: listOf(columns) });
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
