import { Inject, Injectable } from '@nestjs/common';
import { createReadStream } from 'node:fs';
import { invalidField } from '../../../common/errors';
import type { TenantId } from '../../../common/records/ids';
import { ENVIRONMENT, type Environment } from '../../../platform/config';
import { TenantTurns } from '../../../platform/http';
import { type ImportFormat, type ImportResource, MAX_ROWS } from '../domain/import';
import type { Delimiter, Reading } from '../domain/reading';
import { checkHeadings } from '../kinds/columns';
import { ImportKinds } from '../kinds/kinds';
import { delimiterIn, HEAD_BYTES } from './delimiters';
import { csvRows } from './csv-rows';
import { ndjsonRows } from './ndjson-rows';
import { BrokenFileError, type Row, type Start } from '../domain/rows';
import { FileSlices } from './file-slices';

/** Properties of a file found before the import. */
interface Inspected {
  /** Headings of a CSV file; null for NDJSON. */
  readonly headings: readonly string[] | null;
  /** Without headings and empty lines. */
  readonly rows: number;
  /** Where the first row begins. */
  readonly start: Start;
  /** For CSV. */
  readonly delimiter: Delimiter | undefined;
}

interface HeadingRules {
  /** Undefined to detect it from the headings. */
  readonly delimiter?: Delimiter | undefined;
  /** Called once the headings are read. @returns the columns for the headings */
  readonly checkHeadings: (headings: readonly string[]) => readonly string[];
}

export function rowsOf(
  format: ImportFormat,
  pieces: AsyncIterable<Buffer>,
  { start, delimiter }: { readonly start?: Start; readonly delimiter?: Delimiter | undefined } = {},
): AsyncGenerator<Row> {
  return format === 'csv' ? csvRows(pieces, start, delimiter) : ndjsonRows(pieces, start);
}

/** The file must be UTF-8 with parsable rows. @throws BrokenFileError; errors of `checkHeadings` and of the slices */
export async function inspect(
  path: string,
  format: ImportFormat,
  { checkHeadings, delimiter: declared }: HeadingRules,
  slices: FileSlices,
): Promise<Inspected> {
  let headings: readonly string[] | null = null;
  let start: Start = { position: 0, line: 0 };
  let rows = 0;
  const delimiter = format === 'csv' ? (declared ?? delimiterIn(await headOf(path))) : undefined;
  for await (const row of rowsOf(format, utf8(slices.pieces(createReadStream(path))), { delimiter })) {
    if (format === 'csv' && !headings) {
      headings = checkHeadings(withoutEmptyEnd((row.cells ?? []).map((name) => name.trim())));
      start = { position: row.end, line: row.endLine };
      continue;
    }
    rows += 1;
    if (rows > MAX_ROWS) throw new BrokenFileError('imports.too_many_rows', { max: MAX_ROWS });
  }
  if (rows === 0) throw new BrokenFileError('imports.no_rows');
  return { headings, rows, start, delimiter };
}

async function headOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: HEAD_BYTES - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Removes empty headings at the end, which spreadsheets write for columns that were used once. */
function withoutEmptyEnd(headings: readonly string[]): readonly string[] {
  return headings.slice(0, headings.findLastIndex((name) => name !== '') + 1);
}

/** @throws BrokenFileError for bytes that are not UTF-8 */
async function* utf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Buffer): void => {
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new BrokenFileError('imports.encoding');
    }
  };
  let isFirst = true;
  for await (const piece of pieces) {
    if ((isFirst && isUtf16(piece)) || piece.includes(0)) throw new BrokenFileError('imports.encoding');
    isFirst = false;
    decode(piece);
    yield piece;
  }
  decode();
}

/** Whether the file begins with a UTF-16 BOM. */
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

/** CPU milliseconds per MiB of the maximum file size: several times what a usual file takes. */
const MILLISECONDS_PER_MB = 300;

/** Additional CPU milliseconds for the rows: twenty times what an idle machine takes for the maximum number of rows. */
const MILLISECONDS_OF_ROWS = 10_000;

/** Inspects files of imports: few at once, tenants in turn, in slices of 10 ms. */
@Injectable()
export class Inspections {
  private readonly mostMilliseconds: number;

  constructor(
    private readonly kinds: ImportKinds,
    private readonly turns: TenantTurns,
    @Inject(ENVIRONMENT) { IMPORT_MAX_MB: most }: Pick<Environment, 'IMPORT_MAX_MB'>,
  ) {
    this.mostMilliseconds = most * MILLISECONDS_PER_MB + MILLISECONDS_OF_ROWS;
  }

  /** @throws DomainError VALIDATION_ERROR on `file`; SERVICE_UNAVAILABLE after a long wait; the signal's reason */
  async inspect(
    tenantId: TenantId,
    { resource, reading }: { readonly resource: ImportResource; readonly reading: Reading },
    { path, format }: { readonly path: string; readonly format: ImportFormat },
    signal: AbortSignal,
  ): Promise<Inspected> {
    const leave = await this.turns.enter('inspections', tenantId, signal);
    try {
      const slices = new FileSlices({ mostMilliseconds: this.mostMilliseconds, signal });
      const rules = {
        delimiter: reading.delimiter,
        checkHeadings: (headings: readonly string[]) => checkHeadings(this.kinds.of(resource), headings, reading),
      };
      return await inspect(path, format, rules, slices);
    } catch (error) {
      throw error instanceof BrokenFileError ? invalidField('file', error.key, error.params) : error;
    } finally {
      leave();
    }
  }
}
