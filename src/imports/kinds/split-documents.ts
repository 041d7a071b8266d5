import type { Message } from '../../common/errors';
import { MAX_EXTERNAL_ID } from '../../common/records/external';
import type { ImportFormat } from '../domain/import';
import type { FileRecord } from './file-record';

/**
 * Finds the documents that a file has in several places. None of their rows may be imported: a document that exists is left as it is,
 * so that all rows after the first place would be lost.
 * @param records of the whole file
 * @returns why a record is refused, by the line of the file where it begins
 */
export async function findSplits(
  records: AsyncIterable<Pick<FileRecord, 'line' | 'externalId'>>,
  format: ImportFormat,
): Promise<ReadonlyMap<number, Message>> {
  const key = format === 'csv' ? 'imports.rows_apart' : 'imports.document_twice';
  const firstLines = new Map<string, number>();
  const splits = new Map<number, Message>();
  for await (const { externalId, line } of records) {
    // A longer one is refused anyway, and would fill the memory.
    if (externalId === null || externalId.length > MAX_EXTERNAL_ID) continue;
    const first = firstLines.get(externalId);
    if (first === undefined) {
      firstLines.set(externalId, line);
      continue;
    }
    const fault = splits.get(first) ?? { key, params: { first, again: line } };
    splits.set(first, fault).set(line, fault);
  }
  return splits;
}

/** Replaces the body of each record that begins in one of these lines by its fault. */
export async function* refuseSplits(
  records: AsyncIterable<FileRecord>,
  splits: ReadonlyMap<number, Message>,
): AsyncGenerator<FileRecord> {
  for await (const record of records) {
    const fault = splits.get(record.line);
    if (!fault) yield record;
    else {
      const { line, lines, externalId, end, endLine } = record;
      yield { line, lines, externalId, end, endLine, fault: { line, field: null, text: fault } };
    }
  }
}
