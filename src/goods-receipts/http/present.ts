import { decimal, toNumber } from '../../common/money';
import { netReceived } from '../domain/receipt';
import type { ReceiptDetailRow } from '../queries/goods-receipts.queries';
import type { ReceiptLineOut, ReceiptOut, ReturnOut } from './answers';

/** A whole receipt. */
export function presentReceipt({ version: _, ...row }: ReceiptDetailRow): ReceiptOut {
  return { ...row, lines: row.lines.map((line) => presentLine(line, row.status)) };
}

/** The return that was recorded last. */
export function presentNewReturn({ id, gr_number, status, returns }: ReceiptDetailRow): ReturnOut {
  const last = returns.at(-1);
  if (!last) throw new Error('The receipt does not show its new return');
  return { ...last, goods_receipt: { id, gr_number, status } };
}

function presentLine(
  line: ReceiptDetailRow['lines'][number],
  receiptStatus: ReceiptDetailRow['status'],
): ReceiptLineOut {
  const accepted = netReceived({
    orderLineId: line.item_id,
    received: decimal(line.quantity_received),
    rejected: decimal(line.quantity_rejected),
    returned: decimal(line.quantity_returned),
    receiptStatus,
  });
  return { ...line, quantity_accepted: toNumber(accepted) };
}
