import type { Message } from '../../../common/errors';
import type { MessageKey } from '../../../messages';
import { MAX_EXTERNAL_ID } from '../../../common/records/external';
import type { FileRecord } from './file-record';

/**
 * Finds the external ids that a file has in several records. None of these records may be imported: the file does not say which of them
 * is meant, and rows of a document that are apart would be two documents.
 * @param records of the whole file
 * @param key the message, which names the lines of the first and of the second record
 * @returns why a record is refused, by the line of the file where it begins
 */
export async function findRepeats(
  records: AsyncIterable<Pick<FileRecord, 'line' | 'externalId'>>,
  key: MessageKey,
): Promise<ReadonlyMap<number, Message>> {
  const firstLines = new Map<string, number>();
  const repeats = new Map<number, Message>();
  for await (const { externalId, line } of records) {
    // A longer one is refused anyway, and would fill the memory.
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

/** Replaces the body of each record that begins in one of these lines by its fault. */
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
