import type { ImportKind } from '../kinds/kind';
import type { FileRecord } from '../kinds/file-record';

/** Approximate rows per transaction. Other requests that need its locks wait for it. */
const BATCH_ROWS = 100;

/** A batch ends after this many bytes of the file, because all its records are in memory at once. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** About {@link BATCH_ROWS} rows per batch, fewer if they are large. Each line of a document counts. */
export async function* inBatches(
  records: AsyncIterable<FileRecord>,
  kind: Pick<ImportKind, 'lines'>,
  position: number,
): AsyncGenerator<readonly FileRecord[]> {
  let batch: FileRecord[] = [];
  let rows = 0;
  let begin = position;
  for await (const record of records) {
    batch.push(record);
    rows += Math.max(record.lines.length, linesOf(record, kind));
    if (rows < BATCH_ROWS && record.end - begin < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    rows = 0;
    begin = record.end;
  }
  if (batch.length > 0) yield batch;
}

function linesOf({ body }: FileRecord, { lines }: Pick<ImportKind, 'lines'>): number {
  const inside = lines && body?.[lines.field];
  return Array.isArray(inside) ? inside.length : 0;
}
