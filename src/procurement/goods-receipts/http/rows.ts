import type { DocumentRow } from '../../documents';
import type { ReceiptStatus } from '../domain/receipt';
import type { ReceiptLineOut, ReceiptOut } from './answers';

/** A whole receipt: as its answer shows it, but for what is accepted of each line. */
export interface ReceiptDetailRow extends Omit<ReceiptOut, 'lines' | 'attachments'> {
  readonly status: ReceiptStatus;
  readonly version: number;
  readonly documents: readonly DocumentRow[];
  readonly lines: readonly Omit<ReceiptLineOut, 'quantity_accepted'>[];
}
