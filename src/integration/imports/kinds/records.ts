import type { Message } from '../../../common/errors';
import { plainExternalId } from '../../../common/records/external';
import { findJsonFault, scanJson } from '../../../platform/validation';
import { PLAIN_READING, type Reading } from '../domain/reading';
import type { Row } from '../domain/rows';
import { CellReader } from './cells';
import { listOf } from './columns';
import type { FileRecord } from './file-record';
import type { Body, ImportKind } from './kind';
import { isBody, readFields } from './object-fields';
import { OpenRecord } from './open-record';

/** In a CSV file of documents, consecutive rows with the same external id form one record. */
export async function* recordsOf(
  kind: ImportKind,
  headings: readonly string[] | null,
  rows: AsyncIterable<Row>,
  reading = PLAIN_READING,
): AsyncGenerator<FileRecord> {
  if (headings) yield* csvRecords(kind, new CellReader(kind, headings, reading), rows);
  else for await (const row of rows) yield objectRecord(row, kind, reading);
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

/** A line with more elements than a request may have is not parsed, to protect the memory. */
function objectRecord(row: Row, kind: ImportKind, reading: Reading): FileRecord {
  const { line, text = Buffer.alloc(0), end, endLine } = row;
  const tooMuch = scanJson(text);
  if (tooMuch) return refused(row, tooMuch);
  const object = objectOf(text.toString('utf8'));
  if (!object) return refused(row, faultOf(text.toString('utf8')));
  const externalId = textOf(object['external_id']);
  const { body, notRead } = readFields(object, kind, reading);
  const [field] = notRead;
  if (field === undefined) return { line, lines: [line], end, endLine, externalId, body };
  const fault = { key: 'imports.columns_not_read', params: { columns: listOf(notRead) } } as const;
  return { ...refused(row, fault, field), externalId };
}

function refused({ line, end, endLine }: Row, text: Message, field: string | null = null): FileRecord {
  return { line, lines: [line], end, endLine, externalId: null, fault: { line, field, text } };
}

function objectOf(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function faultOf(text: string): Message {
  const fault = findJsonFault(text);
  if (!fault) return { key: 'imports.not_an_object' };
  const { column, found } = fault;
  if (found === undefined) return { key: 'imports.json_ends', params: { column } };
  return { key: 'imports.not_json', params: { column, found } };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? plainExternalId(value) : null);
