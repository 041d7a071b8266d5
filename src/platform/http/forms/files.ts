import { createParamDecorator, ExecutionContext, StreamableFile } from '@nestjs/common';
import { type Options, stringify } from 'csv-stringify';
import { Readable } from 'node:stream';
import type { ServiceRequest } from '../request/request';
import { withoutLimit } from '../../tracing';

export const NDJSON = 'application/x-ndjson';

export type ListFormat = 'json' | 'csv' | 'ndjson';

const FORMATS: Readonly<Record<string, ListFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  [NDJSON]: 'ndjson',
};

export const PreferredFormat = createParamDecorator((_: unknown, context: ExecutionContext): ListFormat => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  const type = request.accepts(Object.keys(FORMATS));
  return (type && FORMATS[type]) || 'json';
});

/** Streams rows as one JSON object per line; only a few rows are in memory. @param name file name without a path */
export async function ndjsonFile(name: string, rows: AsyncIterable<object>): Promise<StreamableFile> {
  return new StreamableFile(await streamed(lines(rows)), {
    type: NDJSON,
    disposition: `attachment; filename="${name}"`,
  });
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

export type CsvCell = string | number | boolean | null;

export const PrefersCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
});

interface CsvOptions {
  /** Default comma. */
  readonly delimiter?: string;
  readonly bom?: boolean | undefined;
}

/** Characters that at least one CSV reader treats as a line end. */
const BREAKS = '\r\n\v\f\u0085\u2028\u2029';
const HAS_BREAK = new RegExp(`[${BREAKS}]`);
/**
 * Characters that begin a formula in a spreadsheet, also in full width, and the tab, which some spreadsheets skip. They
 * match at the start of a cell and after a line break, also after apostrophes, because an import removes one.
 */
const FORMULA = new RegExp(`(^|[${BREAKS}])('*[=+\\-@\\t\\uFF1D\\uFF0B\\uFF0D\\uFF20])`, 'g');

/** Some programs split a file at line breaks before they parse quotes, so each line counts. */
export function plainCell(text: string): string {
  return text.replace(FORMULA, "$1'$2");
}

/**
 * Streams rows as a CSV file (RFC 4180); only a few rows are in memory. Texts are made safe for spreadsheets ({@link
 * plainCell}), and quoted if they contain any kind of line break.
 * @param name file name without a path
 * @param columns headings in order; each row has a cell with that name
 */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, CsvCell>>>,
  { bom = false }: Pick<CsvOptions, 'bom'> = {},
): Promise<StreamableFile> {
  return fileOf(name, rows, { header: true, columns: [...columns], bom });
}

/** Each row has its own number of cells; the first contains the headings. */
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

export async function* mapped<T, U>(rows: AsyncIterable<T>, present: (row: T) => U): AsyncGenerator<U> {
  for await (const row of rows) yield present(row);
}

/**
 * Converts rows to an object stream. The first row is read before this returns, so that an early error becomes a normal
 * error response. The client determines the speed of the rest. Those reads do not count against the time of the
 * request, which would end within the response; each statement has a limit.
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
