import { CsvError, parse, type InfoRecord } from 'csv-parse';
import type { Readable } from 'node:stream';
import { LineCounter } from './line-counter';
import { BrokenFileError, MAX_ROW_BYTES, type Row, type Start } from './rows';

interface Parsed {
  readonly record: readonly string[];
  readonly info: InfoRecord;
}

/** A formula that was made safe for spreadsheets, here or by another program: an apostrophe before what would begin it. */
const NEUTRALISED = /(^|[\r\n\v\f\u0085\u2028\u2029])'(?='*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * The rows of a CSV file (RFC 4180; commas, any line ending, with or without a BOM), as they are read. An apostrophe that makes a
 * formula plain text is taken off: what an export wrote is read as it was.
 * @param bytes of the file from `start` on
 * @throws BrokenFileError naming the line
 */
export async function* csvRows(bytes: Readable, start: Start = { position: 0, line: 0 }): AsyncGenerator<Row> {
  const lines = new LineCounter(start.position, start.line);
  let end = start.position;
  const parser = parse({
    info: true,
    bom: start.position === 0,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
    on_record: (record: string[], { bytes: read }) => {
      end = start.position + read;
      return record;
    },
  });
  bytes.on('data', (chunk: Buffer) => lines.add(chunk));
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let before = start.position;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = lines.lineAt(before);
      before = start.position + info.bytes;
      yield { line, cells: record.map(plain), end: before, endLine: lines.linesBefore(before) };
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error, lines.lineAt(end)) : error;
  } finally {
    bytes.destroy();
  }
}

function broken({ code }: CsvError, line: number): BrokenFileError {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return new BrokenFileError('imports.quote_not_closed', { line });
  }
  return new BrokenFileError('imports.quote', { line });
}

const plain = (cell: string): string => (cell.includes("'") ? cell.replace(NEUTRALISED, '$1') : cell);
