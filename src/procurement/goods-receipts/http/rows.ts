import type { DocumentRow } from '../../documents';
import type { ReceiptStatus } from '../domain/receipt';
import type { ReceiptLineResponse, ReceiptResponse } from './answers';

/** A whole receipt: as its answer shows it, but for what is accepted of each line. */
export interface ReceiptDetailRow extends Omit<ReceiptResponse, 'lines' | 'attachments'> {
  readonly status: ReceiptStatus;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly lines: readonly Omit<ReceiptLineResponse, 'quantity_accepted'>[];
}
