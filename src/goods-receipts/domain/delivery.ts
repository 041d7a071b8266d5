import type { Warning } from '../../common/messages/warning';
import { foldText } from '../../common/records/folding';

/** A receipt of the order that stands, with the number of the vendor's delivery note. */
export interface NotedReceipt {
  readonly grNumber: string;
  readonly deliveryNoteNumber: string;
}

/**
 * The warning that a delivery note may be posted twice: a receipt of the same order has its number. Compared folded
 * ({@link foldText}), as vendors' invoice numbers are; the earliest such receipt is named.
 */
export function duplicateNote(note: string | null, receipts: readonly NotedReceipt[]): Warning[] {
  if (note === null) return [];
  const found = receipts.find(({ deliveryNoteNumber }) => foldText(deliveryNoteNumber) === foldText(note));
  if (!found) return [];
  const params = { number: found.grNumber, note: found.deliveryNoteNumber };
  return [{ code: 'DUPLICATE_SUSPECTED', text: { key: 'receipt.duplicate_suspected', params } }];
}
