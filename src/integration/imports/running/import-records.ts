import { Injectable } from '@nestjs/common';
import type { Message } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import type { RenewedLease } from '../../../platform/database';
import { StoredFiles } from '../../../procurement/documents';
import { MAX_ROWS } from '../domain/import';
import { PLAIN_READING } from '../domain/reading';
import type { Import } from '../entities/import.entity';
import { rowsOf } from '../files/inspect';
import { FileSlices } from '../files/file-slices';
import type { Row, Start } from '../domain/rows';
import type { ImportKind } from '../kinds/kind';
import type { FileRecord } from '../kinds/file-record';
import { recordsOf } from '../kinds/records';
import { findRepeats, refuseRepeats } from '../kinds/repeated-ids';

/** Maximum files in the cache of repeated external ids. Others are read again at their next turn. */
const MOST_FILES = 1000;

/** Maximum entries of the cache. A file has at most one per row. */
const MOST_PLACES = MAX_ROWS;

/** Columns of an import that define how its file is read. */
export type ReadFile = Pick<Import, 'tenantId' | 'objectId' | 'format' | 'reading'>;

type Lease = Pick<RenewedLease, 'require'>;
type Repeats = ReadonlyMap<number, Message>;

/** Reads the records of an import from its stored file. */
@Injectable()
export class ImportRecords {
  /** By file, least recently used first. */
  private readonly repeats = new Map<string, Repeats>();
  private places = 0;

  constructor(private readonly files: StoredFiles) {}

  /**
   * The records from the import's position on. Those with a repeated external id have a fault.
   * @throws LostLease, Stopped, between two pieces of the file, here and while the records are read
   */
  async remaining(job: Import, kind: ImportKind, lease: Lease): Promise<AsyncIterable<FileRecord>> {
    const repeats = job.reading.allowRepeatedIds ? undefined : await this.repeatsOf(job, kind, lease);
    const records = await this.read(job, kind, lease, job);
    return repeats && repeats.size > 0 ? refuseRepeats(records, repeats) : records;
  }

  /** Reads the whole file in the first turn of this process: the same id may occur long before the position. */
  private async repeatsOf(job: Import, kind: ImportKind, lease: Lease): Promise<Repeats> {
    const file = `${job.tenantId}/${job.objectId}`;
    const whole = { position: 0, line: 0 };
    const found =
      this.repeats.get(file) ?? (await findRepeats(await this.read(job, kind, lease, whole), messageFor(job, kind)));
    this.forget(file);
    this.repeats.set(file, found);
    this.places += found.size;
    for (const oldest of this.repeats.keys()) {
      if (this.repeats.size <= MOST_FILES && this.places <= MOST_PLACES) break;
      this.forget(oldest);
    }
    return found;
  }

  private forget(file: string): void {
    this.places -= this.repeats.get(file)?.size ?? 0;
    this.repeats.delete(file);
  }

  private async read(job: Import, kind: ImportKind, lease: Lease, start: Start): Promise<AsyncIterable<FileRecord>> {
    const rows = await this.rows(job, { throwIfAborted: () => lease.require() }, start);
    // The headings are the first row of a CSV file.
    if (start.position === 0 && job.format === 'csv') await rows.next();
    return recordsOf(kind, job.headings, rows, { ...PLAIN_READING, ...job.reading });
  }

  /** The rows of the stored file. Those of a whole CSV file begin with its headings. */
  async rows(
    { tenantId, objectId, format, reading }: ReadFile,
    signal: Pick<AbortSignal, 'throwIfAborted'>,
    start: Start = { position: 0, line: 0 },
  ): Promise<AsyncGenerator<Row>> {
    if (objectId === null) throw new Error('An import that has not ended has a file');
    const bytes = await this.files.open(tenantId, objectId, start.position);
    return rowsOf(format, new FileSlices({ signal }).pieces(bytes), { start, delimiter: reading.delimiter });
  }
}

function messageFor({ format }: Import, { lines }: ImportKind): MessageKey {
  if (!lines) return 'imports.id_twice';
  return format === 'csv' ? 'imports.rows_apart' : 'imports.document_twice';
}
