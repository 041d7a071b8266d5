import { createParamDecorator, ExecutionContext, StreamableFile } from '@nestjs/common';
import { type Options, stringify } from 'csv-stringify';
import { Readable } from 'node:stream';
import type { ServiceRequest } from '../request/request';
import { withoutLimit } from '../../tracing';

/** Newline-delimited JSON: an object a line. */
export const NDJSON = 'application/x-ndjson';

/** In which of three ways the client would rather have a list. */
export type ListFormat = 'json' | 'csv' | 'ndjson';

const FORMATS: Readonly<Record<string, ListFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  [NDJSON]: 'ndjson',
};

/** The {@link ListFormat} that `Accept` prefers. */
export const PreferredFormat = createParamDecorator((_: unknown, context: ExecutionContext): ListFormat => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  const type = request.accepts(Object.keys(FORMATS));
  return (type && FORMATS[type]) || 'json';
});

/**
 * Rows as a file with a JSON object a line, streamed: whatever their number, only a few are in memory.
 * @param name file name, without path
 */
export async function ndjsonFile(name: string, rows: AsyncIterable<object>): Promise<StreamableFile> {
  return new StreamableFile(await streamed(lines(rows)), {
    type: NDJSON,
    disposition: `attachment; filename="${name}"`,
  });
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** A cell; null is an empty one. */
export type CsvCell = string | number | boolean | null;

/** Whether the client would rather have CSV than JSON. */
export const PrefersCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
});

/** How a CSV file is written. */
interface CsvOptions {
  /** Between two cells; a comma when left out. */
  readonly delimiter?: string;
  /** Whether it begins with a byte order mark. */
  readonly bom?: boolean | undefined;
}

/** Characters that at least one program which reads CSV takes for the end of a line. */
const BREAKS = '\r\n\v\f\u0085\u2028\u2029';
const HAS_BREAK = new RegExp(`[${BREAKS}]`);
/**
 * Characters that begin a formula in a spreadsheet, the same in full width, and a tab, which some spreadsheets skip; where
 * they stand at the beginning of a cell or after a line break in it, also behind apostrophes: an import takes one off.
 */
const FORMULA = new RegExp(`(^|[${BREAKS}])('*[=+\\-@\\t\\uFF1D\\uFF0B\\uFF0D\\uFF20])`, 'g');

/**
 * The text with an apostrophe before every character that would begin a formula, on each of its lines: a program that
 * splits a file at line breaks before it looks at quotes begins a new cell at each of them.
 */
export function plainCell(text: string): string {
  return text.replace(FORMULA, "$1'$2");
}

/**
 * Rows as a CSV file (RFC 4180), streamed: whatever their number, only a few are in memory. Texts are made safe for
 * spreadsheets ({@link plainCell}), and quoted where they have a line break of any kind.
 * @param name file name, without path
 * @param columns headings, in order; each row has a cell of that name
 */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, CsvCell>>>,
  { bom = false }: Pick<CsvOptions, 'bom'> = {},
): Promise<StreamableFile> {
  return fileOf(name, rows, { header: true, columns: [...columns], bom });
}

/** Rows as a CSV file, as {@link csvFile} writes them. Each row has its own number of cells; the first one is the headings. */
export function csvFileOfCells(
  name: string,
  rows: AsyncIterable<readonly CsvCell[]>,
  { delimiter = ',', bom = false }: CsvOptions = {},
): Promise<StreamableFile> {
  return fileOf(name, rows, { delimiter, bom });
}

async function fileOf(name: string, rows: AsyncIterable<unknown>, options: Options): Promise<StreamableFile> {
  const csv = stringify({
    ...options,
    record_delimiter: 'windows',
    quoted_match: HAS_BREAK,
    cast: { string: plainCell },
  });
  const source = await streamed(rows);
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return new StreamableFile(source.pipe(csv), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
}

/** Each row turned into something else as it passes. */
export async function* mapped<T, U>(rows: AsyncIterable<T>, present: (row: T) => U): AsyncGenerator<U> {
  for await (const row of rows) yield present(row);
}

/**
 * Rows as a stream of objects. The first one is read before this returns, so that an error until then is answered as any other.
 *
 * The client decides how quickly the others are read. These reads do not count against the time of the request, which would end in the
 * middle of the answer. Each of their statements has its own limit.
 */
export async function streamed(rows: AsyncIterable<unknown>): Promise<Readable> {
  const reading = rows[Symbol.asyncIterator]();
  const first = [await reading.next()];
  const unlimited: AsyncIterableIterator<unknown> = {
    // For each call: it runs in the context of the code that empties the stream.
    next: () => Promise.resolve(first.pop() ?? withoutLimit(() => reading.next())),
    return: () => reading.return?.() ?? Promise.resolve({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => unlimited,
  };
  return Readable.from(unlimited);
}
