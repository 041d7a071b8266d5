import type { Holder } from '../../../common/actor/abilities';
import { EXPORT_MARK, EXPORT_VERSION } from '../../../common/records/export-mark';
import type { Transaction } from '../../../platform/database';
import { type CsvCell, csvFile, ndjsonFile } from '../../../platform/http';
import { type ExportFormat, type ExportResource, isForImport } from '../domain/export';
import { SHAPES, type ShapeForImport } from '../records/for-import';
import type { RecordsOfKind } from '../records/records';

type Body = Readonly<Record<string, unknown>>;

/** What becomes of the records on their way into a file. */
export interface Writing {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly forImport: boolean;
  /** On whose behalf: bank accounts are whole for those who may see them so. */
  readonly reader: Holder;
  /** Told how many records of a part were written. */
  readonly counted: (records: number) => void;
}

/** The bytes of a file with all records of a kind; whatever their number, only a part of them is in memory. */
export async function bytesOf(tx: Transaction, kind: RecordsOfKind, writing: Writing): Promise<NodeJS.ReadableStream> {
  const { resource, format, forImport } = writing;
  const shape = forImport && isForImport(resource) ? SHAPES[resource] : undefined;
  const records = shape ? shaped(tx, kind, shape, writing) : whole(tx, kind, writing);
  const file =
    format === 'ndjson'
      ? ndjsonFile(resource, shape ? compacted(records) : records)
      : csvFile(resource, shape ? columnsForImport(shape) : kind.columns, cells(records, shape));
  return (await file).getStream();
}

async function* whole(tx: Transaction, kind: RecordsOfKind, { counted, reader }: Writing): AsyncGenerator<Body> {
  for await (const part of kind.parts(tx, reader)) {
    yield* part as readonly Body[];
    counted(part.length);
  }
}

/** As an import reads them; what has no external id cannot be told from a new record, and is left out. */
async function* shaped(
  tx: Transaction,
  kind: RecordsOfKind,
  shape: ShapeForImport,
  { counted, reader }: Writing,
): AsyncGenerator<Body> {
  for await (const part of kind.parts(tx, reader)) {
    const named = (part as readonly Body[]).filter(({ external_id: id }) => id !== null);
    for (const record of await shape.shape(tx, named)) yield { ...record, [EXPORT_MARK]: EXPORT_VERSION };
    counted(named.length);
  }
}

/** Without what is empty: a request to create a record leaves that out. */
async function* compacted(records: AsyncIterable<Body>): AsyncGenerator<object> {
  for await (const record of records) yield filled(record);
}

function filled(body: Body): Body {
  const given = Object.entries(body).filter(([, value]) => value != null);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      LINES.includes(name) && Array.isArray(value) ? value.map((line) => filled(line as Body)) : value,
    ]),
  );
}

const LINES: readonly string[] = Object.values(SHAPES).flatMap(({ lines }) => lines?.field ?? []);

/** Before the name of a line's field. */
const PREFIX = 'item_';

function columnsForImport({ columns, lines }: ShapeForImport): readonly string[] {
  return [...columns, ...(lines?.columns ?? []).map((name) => PREFIX + name), EXPORT_MARK];
}

/** A row for each record, for an import for each line of a document; what is no plain value is JSON in its cell. */
async function* cells(
  records: AsyncIterable<Body>,
  shape: ShapeForImport | undefined,
): AsyncGenerator<Record<string, CsvCell>> {
  const field = shape?.lines?.field;
  for await (const record of records) {
    if (field === undefined) {
      yield row(record);
      continue;
    }
    const { [field]: lines, ...head } = record;
    for (const line of lines as readonly Body[]) yield { ...row(head), ...row(line, PREFIX) };
  }
}

function row(body: Body, prefix = ''): Record<string, CsvCell> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [prefix + name, cell(value)]));
}

function cell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? JSON.stringify(value) : (value as CsvCell);
}
