import type { MessageKey } from '../../../messages';
import { MAX_BODY_BYTES } from '../../../platform/validation';
import { BrokenFileError, MAX_BLANK_LINES } from '../domain/rows';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/**
 * Most bytes of a row. The longest valid row has the metadata of a document and of a line, notes and addresses: some 140,000
 * characters, each of up to three bytes. Parsing quotes is slow, so the limit is not higher.
 */
const MAX_ROW_BYTES = MAX_BODY_BYTES / 4;

/** Most cells of a row. No kind of records has a tenth as many columns; a row of half a million separators takes long to parse. */
const MAX_CELLS = 1000;

/** Checks the bytes of a CSV file before they are parsed: the length of its rows, their cells, and the number of its blank lines. */
export class CsvLayout {
  private isQuoted = false;
  private isAfterReturn = false;
  private rowBytes = 0;
  private separators = 0;
  private blankLines = 0;
  /** Lines before the row. */
  private rowLine: number;

  private readonly delimiter: number;

  /** @param line lines of the file before the first byte */
  constructor(
    private line: number,
    delimiter = ',',
  ) {
    this.rowLine = line;
    this.delimiter = delimiter.charCodeAt(0);
  }

  /** @throws BrokenFileError for a row that is too long or has too many cells, and for one blank line too many */
  check(piece: Buffer): void {
    for (let at = 0; at < piece.length; at += 1) this.take(piece[at] as number);
  }

  private take(byte: number): void {
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
    this.rowBytes += 1;
    if (this.rowBytes > MAX_ROW_BYTES) throw this.broken('imports.csv_row_too_long', MAX_ROW_BYTES / 1024);
    if (byte === this.delimiter && !this.isQuoted) this.separators += 1;
    if (this.separators >= MAX_CELLS) throw this.broken('imports.too_many_cells', MAX_CELLS);
  }

  private endRow(): void {
    // A row of separators alone is blank.
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
