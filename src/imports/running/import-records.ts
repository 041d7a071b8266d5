import { Injectable } from '@nestjs/common';
import type { Message } from '../../common/errors';
import { StoredFiles } from '../../documents';
import { MAX_ROWS } from '../domain/import';
import { PLAIN_READING } from '../domain/reading';
import type { Import } from '../entities/import.entity';
import { rowsOf } from '../files/inspect';
import { FileSlices } from '../files/file-slices';
import type { Start } from '../files/rows';
import type { ImportKind } from '../kinds/kind';
import type { FileRecord } from '../kinds/file-record';
import { recordsOf } from '../kinds/records';
import type { KeptLease } from '../../periodic';
import { findSplits, refuseSplits } from '../kinds/split-documents';

/** Files whose split documents are remembered, nearly always none. Another file is read again as a whole at its next turn. */
const MOST_FILES = 1000;

/** Places of split documents that are remembered of all these files together. A file has one in each row at most. */
const MOST_PLACES = MAX_ROWS;

type Lease = Pick<KeptLease, 'require'>;
type Splits = ReadonlyMap<number, Message>;

/** Reads the records of an import from its stored file. */
@Injectable()
export class ImportRecords {
  /** By file; the one that was used last stands last. */
  private readonly splits = new Map<string, Splits>();
  private places = 0;

  constructor(private readonly files: StoredFiles) {}

  /**
   * The records from the import's position on. Documents that the file has in several places have a fault.
   * @param lease asked between two pieces of the file, here and as the records are read
   * @throws LostLease, Stopped
   */
  async remaining(job: Import, kind: ImportKind, lease: Lease): Promise<AsyncIterable<FileRecord>> {
    const splits = kind.lines ? await this.splitsOf(job, kind, lease) : undefined;
    const records = await this.read(job, kind, lease, job);
    return splits && splits.size > 0 ? refuseSplits(records, splits) : records;
  }

  /** Reads the whole file in the first turn of this process: a document may begin long before the position. */
  private async splitsOf(job: Import, kind: ImportKind, lease: Lease): Promise<Splits> {
    const file = `${job.tenantId}/${job.objectId}`;
    const whole = { position: 0, line: 0 };
    const found = this.splits.get(file) ?? (await findSplits(await this.read(job, kind, lease, whole), job.format));
    this.forget(file);
    this.splits.set(file, found);
    this.places += found.size;
    for (const oldest of this.splits.keys()) {
      if (this.splits.size <= MOST_FILES && this.places <= MOST_PLACES) break;
      this.forget(oldest);
    }
    return found;
  }

  private forget(file: string): void {
    this.places -= this.splits.get(file)?.size ?? 0;
    this.splits.delete(file);
  }

  private async read(
    job: Import,
    kind: ImportKind,
    lease: Lease,
    { position, line }: Start,
  ): Promise<AsyncIterable<FileRecord>> {
    if (job.objectId === null) throw new Error('An import that has not ended has a file');
    const bytes = await this.files.open(job.tenantId, job.objectId, position);
    const rows = rowsOf(
      job.format,
      new FileSlices({ signal: { throwIfAborted: () => lease.require() } }).pieces(bytes),
      { position, line },
    );
    // The headings are the first row of a CSV file.
    if (position === 0 && job.format === 'csv') await rows.next();
    return recordsOf(kind, job.headings, rows, { ...PLAIN_READING, ...job.reading });
  }
}
