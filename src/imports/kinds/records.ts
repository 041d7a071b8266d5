import type { Message } from '../../common/errors';
import { MAX_BODY_BYTES, MAX_LINES, scanJson } from '../../http';
import { BrokenFileError, type Row } from '../files/rows';
import type { Body, CellType, Columns, ImportKind } from './kind';

/** A record of a file: a row, or the rows of a document's lines. */
export interface FileRecord {
  /** Where it begins, and the line of the file of each of its rows. */
  readonly line: number;
  readonly lines: readonly number[];
  readonly externalId: string | null;
  /** Undefined where it is refused before its fields are read; `fault` says why. */
  readonly body?: Body;
  readonly fault?: Message;
  /** The line of the row that has the fault, where that may not be the first. */
  readonly faultLine?: number;
  readonly end: number;
  readonly endLine: number;
}

/** Before the name of a line's field in the headings of a CSV file. */
export const LINE_PREFIX = 'item_';

const EVERY: Columns = { external_id: 'text', metadata: 'json' };

/** All that a CSV file of a kind may have as headings and that says something. */
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
const listOf = (names: readonly string[]): string =>
  names
    .slice(0, 10)
    .map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name))
    .join(', ');

/**
 * The records of a file's rows. Of a CSV file with lines, rows that follow each other with one external id are one record.
 * @param headings of a CSV file; null for NDJSON
 */
export async function* recordsOf(
  kind: ImportKind,
  headings: readonly string[] | null,
  rows: AsyncIterable<Row>,
): AsyncGenerator<FileRecord> {
  const reader = headings && new CellReader(kind, headings);
  let open: OpenRecord | undefined;
  for await (const row of rows) {
    if (!reader) {
      yield objectRecord(row, kind);
      continue;
    }
    const cells = reader.read(row);
    const externalId = reader.externalIdOf(row);
    if (open && kind.lines && open.takes(externalId, cells, row)) continue;
    if (open) yield open.done();
    open = new OpenRecord(externalId, row, cells, kind);
  }
  if (open) yield open.done();
}

/**
 * The record of an NDJSON line. A line that is no JSON object is the fault of this record only. A line that holds more than a request
 * may is not parsed: a few lines of braces would fill the memory.
 */
function objectRecord({ line, text = Buffer.alloc(0), end, endLine }: Row, kind: ImportKind): FileRecord {
  const place = { line, lines: [line], end, endLine };
  const tooMuch = scanJson(text);
  const object = tooMuch ? undefined : objectOf(text.toString('utf8'));
  if (!object) return { ...place, externalId: null, fault: tooMuch ?? { key: 'imports.not_an_object' } };
  const body = withoutIgnored(object, kind.ignored);
  const field = kind.lines?.field;
  const inside = field === undefined ? undefined : body[field];
  const lines = Array.isArray(inside) && {
    [field ?? '']: inside.map((one: unknown) => (isBody(one) ? withoutIgnored(one, kind.lines?.ignored ?? []) : one)),
  };
  return { ...place, externalId: textOf(body['external_id']), body: { ...body, ...lines } };
}

function objectOf(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutIgnored(body: Body, ignored: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null);

/** The cells of a row by the fields of its record and, of a document, of its line; undefined where there are too many or too few. */
interface Cells {
  readonly record: Record<string, unknown>;
  readonly line: Record<string, unknown>;
  /** Bytes of the file that the line's cells are made of. */
  lineBytes: number;
}

class CellReader {
  private readonly columns: Columns;
  private readonly idColumn: number;

  constructor(
    private readonly kind: ImportKind,
    private readonly headings: readonly string[],
  ) {
    this.columns = columnsOf(kind);
    this.idColumn = headings.indexOf('external_id');
  }

  /** The external id of a row. In files of documents also of one with too many or too few cells: the document lacks that line. */
  externalIdOf({ cells = [] }: Row): string | null {
    if (!this.kind.lines && cells.length !== this.headings.length) return null;
    const text = cells[this.idColumn]?.trim() ?? '';
    return text === '' ? null : text;
  }

  read({ cells = [] }: Row): Cells | undefined {
    if (cells.length !== this.headings.length) return undefined;
    const found: Cells = { record: {}, line: {}, lineBytes: 0 };
    for (const [index, heading] of this.headings.entries()) this.put(found, heading, cells[index] ?? '');
    return found;
  }

  private put(found: Cells, heading: string, text: string): void {
    const type = Object.hasOwn(this.columns, heading) ? this.columns[heading] : undefined;
    // An empty cell says nothing.
    if (type === undefined || text.trim() === '') return;
    const value = valueOf(text, type);
    if (!heading.startsWith(LINE_PREFIX)) {
      found.record[heading] = value;
      return;
    }
    found.line[heading.slice(LINE_PREFIX.length)] = value;
    found.lineBytes += Buffer.byteLength(text);
  }
}

/** What a cell says; what cannot be read so stays text, which the request type refuses by its field. */
function valueOf(text: string, type: CellType): unknown {
  const trimmed = text.trim();
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? text;
  if (type === 'text' || scanJson(Buffer.from(trimmed))) return text;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return text;
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** A record of a CSV file whose further rows may still come. */
class OpenRecord {
  private readonly lines: number[];
  private items: Body[] = [];
  /** Bytes of the file that its lines are made of: what later rows say of the record itself is not kept. */
  private bytes = 0;
  private end: number;
  private endLine: number;
  /** The line of its first row with too many or too few cells: without that row the document would be another one. */
  private brokenLine: number | undefined;

  constructor(
    private readonly externalId: string | null,
    private readonly first: Row,
    private readonly cells: Cells | undefined,
    private readonly kind: ImportKind,
  ) {
    this.lines = [first.line];
    this.keep(cells, first.line);
    ({ end: this.end, endLine: this.endLine } = first);
  }

  /** Whether a row is another line of this record; then it is taken. What it says of the record itself was said before. */
  takes(externalId: string | null, cells: Cells | undefined, { line, end, endLine }: Row): boolean {
    if (externalId === null || externalId !== this.externalId) return false;
    this.lines.push(line);
    this.keep(cells, line);
    this.end = end;
    this.endLine = endLine;
    return true;
  }

  /** Keeps a row's line. Of a document that is refused for its size or the number of its lines, the rest need not be kept for that. */
  private keep(cells: Cells | undefined, line: number): void {
    if (!cells) this.brokenLine ??= line;
    // One more than a document may have.
    if (!cells || this.items.length > MAX_LINES) return;
    this.bytes += cells.lineBytes;
    if (this.isTooLarge) this.items = [];
    else this.items.push(cells.line);
  }

  private get isTooLarge(): boolean {
    return this.bytes > MAX_BODY_BYTES;
  }

  done(): FileRecord {
    const { externalId, brokenLine, cells } = this;
    const place = { line: this.first.line, lines: this.lines, end: this.end, endLine: this.endLine, externalId };
    if (!cells || brokenLine !== undefined) {
      return { ...place, fault: { key: 'imports.cells' }, faultLine: brokenLine ?? place.line };
    }
    if (this.isTooLarge) {
      return { ...place, fault: { key: 'imports.document_too_large', params: { max: MAX_BODY_BYTES } } };
    }
    const { record } = cells;
    return { ...place, body: this.kind.lines ? { ...record, [this.kind.lines.field]: this.items } : record };
  }
}
