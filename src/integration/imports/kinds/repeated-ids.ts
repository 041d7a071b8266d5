import type { Message } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { MAX_EXTERNAL_ID } from '../../../common/records/external';
import type { FileRecord } from './file-record';

/**
 * Finds external ids that occur in several records. All of them are rejected: it is unclear which one applies, and
 * separated rows of a document would become two documents.
 * @returns the fault of each rejected record, by the line where it begins
 */
export async function findRepeats(
  records: AsyncIterable<Pick<FileRecord, 'line' | 'externalId'>>,
  key: MessageKey,
): Promise<ReadonlyMap<number, Message>> {
  const firstLines = new Map<string, number>();
  const repeats = new Map<number, Message>();
  for await (const { externalId, line } of records) {
    // Longer ids are rejected anyway and would fill the memory.
    if (externalId === null || externalId.length > MAX_EXTERNAL_ID) continue;
    const first = firstLines.get(externalId);
    if (first === undefined) {
      firstLines.set(externalId, line);
      continue;
    }
    const fault = repeats.get(first) ?? { key, params: { first, again: line } };
    repeats.set(first, fault).set(line, fault);
  }
  return repeats;
}

/** Replaces the body of each record that begins in one of these lines with its fault. */
export async function* refuseRepeats(
  records: AsyncIterable<FileRecord>,
  repeats: ReadonlyMap<number, Message>,
): AsyncGenerator<FileRecord> {
  for await (const record of records) {
    const fault = repeats.get(record.line);
    if (!fault) yield record;
    else {
      const { line, lines, externalId, end, endLine } = record;
      yield { line, lines, externalId, end, endLine, fault: { line, field: null, text: fault } };
    }
  }
}
