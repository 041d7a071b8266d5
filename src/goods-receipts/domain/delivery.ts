import { invalidField } from '../../common/errors';
import type { Warning } from '../../common/messages/warning';

/** How far ahead goods may be said to have come: clocks and time zones differ, by no more than a day. */
const AHEAD_MS = 24 * 3_600_000;

/**
 * Goods that are still to come are not received.
 * @throws DomainError VALIDATION_ERROR on `received_at` when it lies more than a day ahead
 */
export function requireReceived(receivedAt: Date | undefined, now: Date): void {
  if (receivedAt && receivedAt.getTime() - now.getTime() > AHEAD_MS) {
    throw invalidField('received_at', 'receipt.received_ahead');
  }
}

/** A receipt of the order that stands, with the number of the vendor's delivery note. */
export interface NotedReceipt {
  readonly grNumber: string;
  readonly deliveryNoteNumber: string;
}

/**
 * The warning that a delivery note may be posted twice: a receipt of the same order has its number. Compared without regard to
 * NFKC form, case and space at the ends; the earliest such receipt is named.
 */
export function duplicateNote(note: string | null, receipts: readonly NotedReceipt[]): Warning[] {
  if (note === null) return [];
  const found = receipts.find(({ deliveryNoteNumber }) => folded(deliveryNoteNumber) === folded(note));
  if (!found) return [];
  const params = { number: found.grNumber, note: found.deliveryNoteNumber };
  return [{ code: 'DUPLICATE_SUSPECTED', text: { key: 'receipt.duplicate_suspected', params } }];
}

/** By way of capitals, so that `ß` is `ss`. */
function folded(text: string): string {
  return text.normalize('NFKC').trim().toUpperCase().toLowerCase();
}
