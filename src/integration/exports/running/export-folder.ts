import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Holder } from '../../../common/actor/abilities';
import { Slices } from '../../../common/async/slices';
import { EXPORT_MARK, EXPORT_VERSION } from '../../../common/records/export-mark';
import type { Transaction } from '../../../platform/database';
import { type CsvCell, csvFile, ndjsonFile } from '../../../platform/http';
import { type ExportFormat, type ExportResource, isForImport } from '../domain/export';
import { SHAPES, type ShapeForImport } from '../records/for-import';
import type { RecordsOfKind } from '../records/records';

/** A local file that is not stored yet. */
export interface WrittenFile {
  readonly resource: ExportResource;
  readonly path: string;
  /** Bytes, compressed. */
  readonly size: number;
  /** Number of records. */
  readonly rows: number;
}

type Body = Readonly<Record<string, unknown>>;

interface Writing {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly forImport: boolean;
  /** The holder on whose behalf the records are read. Bank accounts are masked unless the holder may see them. */
  readonly reader: Holder;
  /** Called with the number of records per batch. */
  readonly counted: (records: number) => void;
}

const PREFIX = 'procurement-export-';

/** Interval at which a process touches its folder, and the age after which an untouched folder counts as abandoned. */
const TOUCH_EVERY = 60_000;
const ABANDONED_AFTER = 60 * 60_000;

/** A private local folder for one export, so that the snapshot does not stay open while files are stored. */
export class ExportFolder {
  /** Records written so far, in all files. */
  rows = 0;

  private folder: Promise<string> | undefined;
  private touching: NodeJS.Timeout | undefined;

  /** Writes all records of a kind that the transaction sees into a file. */
  async write(tx: Transaction, kind: RecordsOfKind, { counted, ...writing }: Writing): Promise<WrittenFile> {
    this.folder ??= this.open();
    const { resource } = writing;
    const path = join(await this.folder, resource);
    let rows = 0;
    const count = (records: number): void => {
      rows += records;
      this.rows += records;
      counted(records);
    };
    const bytes = await bytesOf(tx, kind, { ...writing, counted: count });
    await pipeline(bytes, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { resource, path, size: (await stat(path)).size, rows };
  }

  /** Deletes a file after it is stored, to free disk space. */
  async remove({ path }: WrittenFile): Promise<void> {
    await rm(path, { force: true });
  }

  async close(): Promise<void> {
    clearInterval(this.touching);
    const folder = await this.folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  /** Other processes see by the modification time that the folder is in use. Process ids differ between containers. */
  private async open(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), PREFIX));
    this.touching = setInterval(() => {
      const now = new Date();
      utimes(folder, now, now).catch(() => undefined);
    }, TOUCH_EVERY).unref();
    return folder;
  }
}

/** Deletes folders of killed processes of this user. Ignores failures. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    // Missing if another process deleted it or its export has finished.
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (found.mtimeMs > Date.now() - ABANDONED_AFTER) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Streams a file with all records of a kind, with only one batch in memory. */
async function bytesOf(tx: Transaction, kind: RecordsOfKind, writing: Writing): Promise<NodeJS.ReadableStream> {
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
  const slices = new Slices();
  for await (const part of kind.parts(tx, reader)) {
    yield* slices.divide(part as readonly Body[]);
    counted(part.length);
  }
}

/** Records in the form of an import. Records without an external id are omitted: an import would create them again. */
async function* shaped(
  tx: Transaction,
  kind: RecordsOfKind,
  shape: ShapeForImport,
  { counted, reader }: Writing,
): AsyncGenerator<Body> {
  const slices = new Slices();
  for await (const part of kind.parts(tx, reader)) {
    const named = (part as readonly Body[]).filter(({ external_id: id }) => id !== null);
    const convert = await shape.conversion(tx, named);
    for await (const record of slices.divide(named)) yield { ...convert(record), [EXPORT_MARK]: EXPORT_VERSION };
    counted(named.length);
  }
}

/** Removes empty fields, because create requests omit them. */
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

/** Prefix of a line's fields. */
const LINE_PREFIX = 'item_';

function columnsForImport({ columns, lines }: ShapeForImport): readonly string[] {
  return [...columns, ...(lines?.columns ?? []).map((name) => LINE_PREFIX + name), EXPORT_MARK];
}

/** One row per record, or per line of a document for an import. Cells contain nested values as JSON. */
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
    for (const line of lines as readonly Body[]) yield { ...row(head), ...row(line, LINE_PREFIX) };
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
