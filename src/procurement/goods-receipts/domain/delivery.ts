import type { Warning } from '../../../common/warnings';
import { numberKey } from '../../../common/records/keys';

/** An active receipt with a delivery note number. */
export interface NotedReceipt {
  readonly grNumber: string;
  readonly deliveryNoteNumber: string;
}

/**
 * Warns if a receipt of the same order has the same delivery note number. Numbers are compared by {@link numberKey};
 * the warning refers to the earliest receipt.
 */
export function duplicateNote(note: string | null, receipts: readonly NotedReceipt[]): Warning[] {
  if (note === null) return [];
  const found = receipts.find(({ deliveryNoteNumber }) => numberKey(deliveryNoteNumber) === numberKey(note));
  if (!found) return [];
  const params = { number: found.grNumber, note: found.deliveryNoteNumber };
  return [{ code: 'DUPLICATE_SUSPECTED', text: { key: 'receipt.duplicate_suspected', params } }];
}
