import type { Message } from '../../common/errors';
import { scanJson } from '../../http';
import type { Row } from '../files/rows';
import { CellReader } from './cells';
import type { FileRecord } from './file-record';
import type { Body, ImportKind } from './kind';
import { OpenRecord } from './open-record';

/**
 * The records of a file's rows. Of a CSV file with lines, rows that follow each other with one external id are one record.
 * @param headings of a CSV file; null for NDJSON
 */
export async function* recordsOf(
  kind: ImportKind,
  headings: readonly string[] | null,
  rows: AsyncIterable<Row>,
): AsyncGenerator<FileRecord> {
  if (headings) yield* csvRecords(kind, new CellReader(kind, headings), rows);
  else for await (const row of rows) yield objectRecord(row, kind);
}

async function* csvRecords(kind: ImportKind, reader: CellReader, rows: AsyncIterable<Row>): AsyncGenerator<FileRecord> {
  let open: OpenRecord | undefined;
  for await (const row of rows) {
    const repeatsHeadings = reader.isHeadings(row);
    const cells = reader.read(row);
    const externalId = reader.externalIdOf(row);
    if (open && kind.lines && !repeatsHeadings && open.takes(externalId, cells, row)) continue;
    if (open) yield open.done();
    open = repeatsHeadings ? undefined : new OpenRecord(externalId, row, cells, kind);
    if (repeatsHeadings) yield refused(row, { key: 'imports.headings_again' });
  }
  if (open) yield open.done();
}

/**
 * The record of an NDJSON line. A line that is no JSON object is the fault of this record only. A line that holds more than a request
 * may is not parsed: a few lines of braces would fill the memory.
 */
function objectRecord(row: Row, kind: ImportKind): FileRecord {
  const { line, text = Buffer.alloc(0), end, endLine } = row;
  const tooMuch = scanJson(text);
  const object = tooMuch ? undefined : objectOf(text.toString('utf8'));
  if (!object) return refused(row, tooMuch ?? { key: 'imports.not_an_object' });
  const place = { line, lines: [line], end, endLine };
  const body = withoutIgnored(object, kind.ignored);
  const field = kind.lines?.field;
  const inside = field === undefined ? undefined : body[field];
  const lines = Array.isArray(inside) && {
    [field ?? '']: inside.map((one: unknown) => (isBody(one) ? withoutIgnored(one, kind.lines?.ignored ?? []) : one)),
  };
  return { ...place, externalId: textOf(body['external_id']), body: { ...body, ...lines } };
}

/** A row that is no record. */
function refused({ line, end, endLine }: Row, text: Message): FileRecord {
  return { line, lines: [line], end, endLine, externalId: null, fault: { line, field: null, text } };
}

function objectOf(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutIgnored(body: Body, ignored: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null);
