import type { Warning } from '../../../common/warnings';
import { numberKey } from '../../../common/records/keys';

/** A receipt of the order that stands, with the number of the vendor's delivery note. */
export interface NotedReceipt {
  readonly grNumber: string;
  readonly deliveryNoteNumber: string;
}

/**
 * The warning that a delivery note may be posted twice: a receipt of the same order has its number. Compared by its key
 * ({@link numberKey}), as vendors' invoice numbers are; the earliest such receipt is named.
 */
export function duplicateNote(note: string | null, receipts: readonly NotedReceipt[]): Warning[] {
  if (note === null) return [];
  const found = receipts.find(({ deliveryNoteNumber }) => numberKey(deliveryNoteNumber) === numberKey(note));
  if (!found) return [];
  const params = { number: found.grNumber, note: found.deliveryNoteNumber };
  return [{ code: 'DUPLICATE_SUSPECTED', text: { key: 'receipt.duplicate_suspected', params } }];
}
