import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { type ImportFormat, MAX_ROWS } from '../domain/import';
import { csvRows } from './csv-rows';
import { ndjsonRows } from './ndjson-rows';
import { BrokenFileError, type Row, type Start } from './rows';

/** What a file is seen to be before anything of it is imported. */
export interface Inspected {
  /** Headings of a CSV file; null for NDJSON. */
  readonly headings: readonly string[] | null;
  /** Rows, headings and empty lines left out. */
  readonly rows: number;
  /** Where its first row begins. */
  readonly start: Start;
}

const ROWS_IN_A_TURN = 500;

/** The rows of a file in a format, from a position on. */
export function rowsOf(format: ImportFormat, bytes: Readable, start?: Start): AsyncGenerator<Row> {
  return format === 'csv' ? csvRows(bytes, start) : ndjsonRows(bytes, start);
}

/**
 * Reads a whole file once, a piece at a time: it must be UTF-8 text of at most {@link MAX_ROWS} rows, none of them broken so that
 * it is not known where the next begins.
 * @param checkHeadings called with the headings of a CSV file, as soon as they are read
 * @throws BrokenFileError; whatever `checkHeadings` throws
 */
export async function inspect(
  path: string,
  format: ImportFormat,
  checkHeadings: (headings: readonly string[]) => void,
): Promise<Inspected> {
  const bytes = createReadStream(path);
  const text = new Utf8Check();
  bytes.on('error', (error) => text.destroy(error));
  let headings: readonly string[] | null = null;
  let start: Start = { position: 0, line: 0 };
  let rows = 0;
  try {
    for await (const row of rowsOf(format, bytes.pipe(text))) {
      if (format === 'csv' && !headings) {
        headings = (row.cells ?? []).map((name) => name.trim());
        checkHeadings(headings);
        start = { position: row.end, line: row.endLine };
        continue;
      }
      rows += 1;
      if (rows > MAX_ROWS) throw new BrokenFileError('imports.too_many_rows', { max: MAX_ROWS });
      if (rows % ROWS_IN_A_TURN === 0) await othersTurn();
    }
  } finally {
    bytes.destroy();
  }
  if (rows === 0) throw new BrokenFileError('imports.no_rows');
  return { headings, rows, start };
}

/** Passes bytes on while they are text in UTF-8. */
class Utf8Check extends Transform {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isFirst = true;

  override _transform(chunk: Buffer, _: string, done: (error?: Error | null, data?: Buffer) => void): void {
    const wide = this.isFirst && isUtf16(chunk);
    this.isFirst = false;
    if (wide || chunk.includes(0)) done(new BrokenFileError('imports.encoding'));
    else this.decode(() => this.decoder.decode(chunk, { stream: true }), done, chunk);
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.decode(() => this.decoder.decode(), done);
  }

  private decode(read: () => string, done: (error?: Error | null, data?: Buffer) => void, chunk?: Buffer): void {
    try {
      read();
    } catch {
      done(new BrokenFileError('imports.encoding'));
      return;
    }
    done(null, chunk);
  }
}

/** Whether a file begins as UTF-16 does. */
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
