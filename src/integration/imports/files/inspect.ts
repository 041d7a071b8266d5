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

/** What a file is seen to be before anything of it is imported. */
interface Inspected {
  /** Headings of a CSV file; null for NDJSON. */
  readonly headings: readonly string[] | null;
  /** Rows, headings and empty lines left out. */
  readonly rows: number;
  /** Where its first row begins. */
  readonly start: Start;
  /** Of a CSV file. */
  readonly delimiter: Delimiter | undefined;
}

/** What a CSV file is asked for. */
interface HeadingRules {
  /** Undefined where the headings show it. */
  readonly delimiter?: Delimiter | undefined;
  /** Called with the headings, as soon as they are read. @returns the columns that they stand for */
  readonly checkHeadings: (headings: readonly string[]) => readonly string[];
}

/** The rows of a file in a format, from a position on. */
export function rowsOf(
  format: ImportFormat,
  pieces: AsyncIterable<Buffer>,
  { start, delimiter }: { readonly start?: Start; readonly delimiter?: Delimiter | undefined } = {},
): AsyncGenerator<Row> {
  return format === 'csv' ? csvRows(pieces, start, delimiter) : ndjsonRows(pieces, start);
}

/**
 * Reads a whole file once, a piece at a time: it must be UTF-8 text of at most {@link MAX_ROWS} rows, none of them broken so that
 * it is not known where the next begins.
 * @throws BrokenFileError; whatever `checkHeadings` or the slices throw
 */
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

/** Without the empty headings at the end, which a spreadsheet writes for columns that were used once. */
function withoutEmptyEnd(headings: readonly string[]): readonly string[] {
  return headings.slice(0, headings.findLastIndex((name) => name !== '') + 1);
}

/** Passes bytes on while they are text in UTF-8. @throws BrokenFileError */
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

/** Whether a file begins as UTF-16 does. */
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

/** CPU time that a file may take for each MiB of the largest one, in milliseconds: several times as long as a usual file takes. */
const MILLISECONDS_PER_MB = 300;

/** CPU time that its rows may take beside that, in milliseconds: twenty times what a quiet machine takes for the most rows. */
const MILLISECONDS_OF_ROWS = 10_000;

/** Inspects the files of imports: few at once, in turns among tenants, in slices of 10 ms. */
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

  /**
   * @param signal stops the wait and the work
   * @throws DomainError VALIDATION_ERROR on `file` for a broken file; SERVICE_UNAVAILABLE when the tenant's turn does not come in time;
   *   the signal's reason
   */
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
