import { CsvError, parse, type InfoRecord } from 'csv-parse';
import { Readable } from 'node:stream';
import { CsvLayout } from './csv-layout';
import type { Delimiter } from '../domain/reading';
import { characterOf } from './delimiters';
import { LineCounter } from './line-counter';
import { BrokenFileError, type Row, type Start } from '../domain/rows';

interface Parsed {
  readonly record: readonly string[];
  readonly info: InfoRecord;
}

/** A formula that was made safe for spreadsheets, here or by another program: an apostrophe before what would begin it. */
const NEUTRALISED = /(^|[\r\n\v\f\u0085\u2028\u2029])'(?='*[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * The rows of a CSV file (RFC 4180; any line ending, with or without a BOM), as they are read. A row whose cells are all empty is skipped. An apostrophe that makes a
 * formula plain text is taken off: what an export wrote is read as it was.
 * @param pieces of the file from `start` on; each is parsed before the next one is requested
 * @throws BrokenFileError naming the line; whatever the pieces throw
 */
export async function* csvRows(
  pieces: AsyncIterable<Buffer>,
  start: Start = { position: 0, line: 0 },
  delimiter: Delimiter = 'comma',
): AsyncGenerator<Row> {
  const lines = new LineCounter(start.position, start.line);
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
  const bytes = Readable.from(checked(pieces, lines, new CsvLayout(start.line, characterOf(delimiter))), {
    objectMode: false,
  });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  let before = start.position;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = lines.lineAt(before);
      before = start.position + info.bytes;
      // A row of nothing but separators is a blank line of a spreadsheet.
      if (record.every(isBlank)) continue;
      yield { line, cells: record.map(plain), end: before, endLine: lines.linesBefore(before) };
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error, lines.lineAt(end)) : error;
  } finally {
    bytes.destroy();
  }
}

async function* checked(pieces: AsyncIterable<Buffer>, lines: LineCounter, layout: CsvLayout): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    layout.check(piece);
    lines.add(piece);
    yield piece;
  }
}

function broken({ code }: CsvError, line: number): BrokenFileError {
  return new BrokenFileError(code === 'CSV_QUOTE_NOT_CLOSED' ? 'imports.quote_not_closed' : 'imports.quote', { line });
}

const isBlank = (cell: string): boolean => cell.trim() === '';

const plain = (cell: string): string => (cell.includes("'") ? cell.replace(NEUTRALISED, '$1') : cell);
