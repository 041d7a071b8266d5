import { Injectable } from '@nestjs/common';
import type { Message } from '../../common/errors';
import { StoredFiles } from '../../documents';
import type { Import } from '../entities/import.entity';
import { rowsOf } from '../files/inspect';
import { FileSlices } from '../files/file-slices';
import type { ImportKind } from '../kinds/kind';
import { type FileRecord, recordsOf } from '../kinds/records';
import { findSplits, refuseSplits } from '../kinds/split-documents';

/** Files whose split documents are remembered. Another file is read again as a whole at its next turn. */
const REMEMBERED = 8;

type Splits = ReadonlyMap<number, Message>;

/** Reads the records of an import from its stored file. */
@Injectable()
export class ImportRecords {
  private readonly splits = new Map<string, Splits>();

  constructor(private readonly files: StoredFiles) {}

  /** The records from the import's position on. Documents that the file has in several places have a fault. */
  async remaining(job: Import, kind: ImportKind): Promise<AsyncIterable<FileRecord>> {
    const splits = kind.lines ? await this.splitsOf(job, kind) : undefined;
    const records = await this.read(job, kind, job.position, job.line);
    return splits && splits.size > 0 ? refuseSplits(records, splits) : records;
  }

  /** Reads the whole file in the first turn of this process: a document may begin long before the position. */
  private async splitsOf(job: Import, kind: ImportKind): Promise<Splits> {
    const file = `${job.tenantId}/${job.objectId}`;
    const known = this.splits.get(file);
    if (known) return known;
    const found = await findSplits(await this.read(job, kind, 0, 0), job.format);
    const [oldest] = this.splits.keys();
    if (oldest !== undefined && this.splits.size >= REMEMBERED) this.splits.delete(oldest);
    this.splits.set(file, found);
    return found;
  }

  private async read(
    job: Import,
    kind: ImportKind,
    position: number,
    line: number,
  ): Promise<AsyncIterable<FileRecord>> {
    if (job.objectId === null) throw new Error('An import that has not ended has a file');
    const bytes = await this.files.open(job.tenantId, job.objectId, position);
    const rows = rowsOf(job.format, new FileSlices().pieces(bytes), { position, line });
    // The headings are the first row of a CSV file.
    if (position === 0 && job.format === 'csv') await rows.next();
    return recordsOf(kind, job.headings, rows);
  }
}
