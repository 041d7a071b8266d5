import { CsvError, parse, type InfoRecord } from 'csv-parse';
import { Readable } from 'node:stream';
import type { MessageKey } from '../../../messages';
import { MAX_BODY_BYTES } from '../../../platform/validation';
import type { Delimiter } from '../domain/reading';
import { characterOf } from './delimiters';
import { BrokenFileError, MAX_BLANK_LINES, type Row, type Start } from '../domain/rows';

interface Parsed {
  readonly record: readonly string[];
  readonly info: InfoRecord;
}

/** An apostrophe before a formula, which protects spreadsheets from formula injection. */
const NEUTRALISED = /(^|[\r\n\v\f\u0085\u2028\u2029])'(?='*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Parses a CSV file (RFC 4180; any line ending, with or without BOM). Skips rows with only empty cells. Removes the
 * apostrophe before formulas, so that exported values are read back unchanged.
 * @throws BrokenFileError with the line; any error of the pieces
 */
export async function* csvRows(
  pieces: AsyncIterable<Buffer>,
  start: Start = { position: 0, line: 0 },
  delimiter: Delimiter = 'comma',
): AsyncGenerator<Row> {
  const layout = new CsvLayout(start.position, start.line, characterOf(delimiter));
  let end = start.position;
  const parser = parse({
    info: true,
    delimiter: characterOf(delimiter),
    bom: start.position === 0,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record: (record: string[], { bytes: read }) => {
      end = start.position + read;
      return record;
    },
  });
  const bytes = Readable.from(checked(pieces, layout), { objectMode: false });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const after = start.position + info.bytes;
      const { line, endLine } = layout.rowBefore(after);
      // Spreadsheets write blank lines as rows of separators.
      if (record.every(isBlank)) continue;
      yield { line, cells: record.map(plain), end: after, endLine };
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error, layout.rowFrom(end).line) : error;
  } finally {
    bytes.destroy();
  }
}

async function* checked(pieces: AsyncIterable<Buffer>, layout: CsvLayout): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    layout.check(piece);
    yield piece;
  }
}

function broken({ code }: CsvError, line: number): BrokenFileError {
  return new BrokenFileError(code === 'CSV_QUOTE_NOT_CLOSED' ? 'imports.quote_not_closed' : 'imports.quote', { line });
}

const isBlank = (cell: string): boolean => cell.trim() === '';

const plain = (cell: string): string => (cell.includes("'") ? cell.replace(NEUTRALISED, '$1') : cell);

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/** Maximum bytes per row: above the longest valid row (about 140,000 characters). Parsing quotes is slow. */
const MAX_ROW_BYTES = MAX_BODY_BYTES / 4;

/** Maximum cells per row: ten times the columns of any kind. Rows with very many separators are slow to parse. */
const MAX_CELLS = 1000;

/** A row that is not blank. */
interface LaidRow {
  /** Offset of its first byte in the file. */
  readonly start: number;
  /** Line of the file where it begins, from 1, and the number of lines before the next row. */
  readonly line: number;
  readonly endLine: number;
}

/** Checks row length, cell count and number of blank lines before parsing, and finds the line of each row. */
class CsvLayout {
  private isQuoted = false;
  private isAfterReturn = false;
  private rowStart = 0;
  private rowBytes = 0;
  private separators = 0;
  private blankLines = 0;
  /** Lines before the row. */
  private rowLine: number;
  /** Complete rows that were not requested yet. */
  private readonly rows: LaidRow[] = [];

  private readonly delimiter: number;

  /** @param position bytes of the file before the first byte, and `line` the lines before it */
  constructor(
    private position: number,
    private line: number,
    delimiter: string,
  ) {
    this.rowLine = line;
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** @throws BrokenFileError for a row that is too long or has too many cells, and for too many blank lines */
  check(piece: Buffer): void {
    for (let at = 0; at < piece.length; at += 1) this.take(piece[at] as number);
  }

  /** The last row that begins before this byte. Offsets must increase from call to call. */
  rowBefore(end: number): LaidRow {
    let found = this.current;
    while (this.rows[0] && this.rows[0].start < end) found = this.rows.shift() as LaidRow;
    return found;
  }

  /** The first row that begins at this byte or later. */
  rowFrom(start: number): LaidRow {
    return this.rows.find((row) => row.start >= start) ?? this.current;
  }

  private get current(): LaidRow {
    return { start: this.rowStart, line: this.rowLine + 1, endLine: this.line };
  }

  private take(byte: number): void {
    this.position += 1;
    const isPair = byte === NEWLINE && this.isAfterReturn;
    this.isAfterReturn = byte === RETURN;
    if (isPair) return;
    if (byte === QUOTE) this.isQuoted = !this.isQuoted;
    const isBreak = byte === NEWLINE || byte === RETURN;
    if (isBreak) this.line += 1;
    if (isBreak && !this.isQuoted) this.endRow();
    else this.count(byte);
  }

  private count(byte: number): void {
    if (this.rowBytes === 0) this.rowStart = this.position - 1;
    this.rowBytes += 1;
    if (this.rowBytes > MAX_ROW_BYTES) throw this.broken('imports.csv_row_too_long', MAX_ROW_BYTES / 1024);
    if (byte === this.delimiter && !this.isQuoted) this.separators += 1;
    if (this.separators >= MAX_CELLS) throw this.broken('imports.too_many_cells', MAX_CELLS);
  }

  private endRow(): void {
    if (this.rowBytes > 0) this.rows.push(this.current);
    // A row with only separators is blank.
    if (this.rowBytes === this.separators) this.blankLines += 1;
    if (this.blankLines > MAX_BLANK_LINES) {
      throw new BrokenFileError('imports.too_many_blank_lines', { max: MAX_BLANK_LINES });
    }
    this.rowBytes = 0;
    this.separators = 0;
    this.rowLine = this.line;
  }

  private broken(key: MessageKey, max: number): BrokenFileError {
    return new BrokenFileError(key, { line: this.rowLine + 1, max });
  }
}
