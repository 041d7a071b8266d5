import { createParamDecorator, ExecutionContext, StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import { Readable } from 'node:stream';
import type { ServiceRequest } from './request';

/** A cell: numbers stay as they are, an empty one is null. */
export type CsvCell = string | number | boolean | null;

/** Whether the client would rather have CSV than JSON. */
export const PrefersCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const request = context.switchToHttp().getRequest<ServiceRequest>();
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
});

/**
 * Rows as a CSV file (RFC 4180), sent while they come: whatever their number, only a few are in memory. A text that a
 * spreadsheet would take for a formula (it begins with =, +, - or @) is made plain with a leading apostrophe.
 * @param name file name, without path
 * @param columns headings, in order; each row has a cell of that name
 */
export function csvFile(
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, CsvCell>>>,
): StreamableFile {
  const csv = stringify({ header: true, columns: [...columns], record_delimiter: 'windows', escape_formulas: true });
  const source = Readable.from(rows, { objectMode: true });
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
