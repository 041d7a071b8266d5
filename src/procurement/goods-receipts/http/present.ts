import { decimal, toNumber } from '../../../common/money';
import { presentAttachment, presentOrderDocument } from '../../documents';
import { netReceived } from '../domain/receipt';
import type { ReceiptLineResponse, ReceiptResponse, ReceiptResponseB, ReturnResponse } from './answers';
import type { ReceiptDetailRow } from './rows';

export function presentReceipt({ version: _, documents, ...row }: ReceiptDetailRow): ReceiptResponse {
  return { ...row, lines: linesOf(row), attachments: documents.map(presentAttachment) };
}

export function presentReceiptB({ version: _, documents, ...row }: ReceiptDetailRow): ReceiptResponseB {
  return { ...row, lines: linesOf(row), documents: documents.map(presentOrderDocument) };
}

function linesOf({ lines, status }: Pick<ReceiptDetailRow, 'lines' | 'status'>): ReceiptLineResponse[] {
  return lines.map((line) => presentLine(line, status));
}

/** The return that was recorded last. */
export function presentNewReturn({ id, gr_number, status, returns }: ReceiptDetailRow): ReturnResponse {
  const last = returns.at(-1);
  if (!last) throw new Error('The receipt does not show its new return');
  return { ...last, goods_receipt: { id, gr_number, status } };
}

function presentLine(
  line: ReceiptDetailRow['lines'][number],
  receiptStatus: ReceiptDetailRow['status'],
): ReceiptLineResponse {
  const accepted = netReceived({
    orderLineId: line.item_id,
    received: decimal(line.quantity_received),
    rejected: decimal(line.quantity_rejected),
    returned: decimal(line.quantity_returned),
    receiptStatus,
  });
  return { ...line, quantity_accepted: toNumber(accepted) };
}
