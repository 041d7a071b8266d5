import { decimal, toNumber } from '../../common/money';
import { netReceived } from '../domain/receipt';
import type { ReceiptDetailRow, ReceiptLineRow, ReceiptRow, ReturnRow } from '../queries/goods-receipts.queries';
import type { ReceiptLineOut, ReceiptOut, ReceiptReturnOut, ReceiptSummaryOut, ReturnOut } from './answers';

/** A receipt in a list. */
export function presentReceiptSummary(row: ReceiptRow): ReceiptSummaryOut {
  return {
    id: row.id,
    gr_number: row.gr_number,
    status: row.status,
    purchase_order: row.purchase_order,
    vendor: row.vendor,
    received_at: row.received_at,
    delivery_note_number: row.delivery_note_number,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A whole receipt. */
export function presentReceipt(row: ReceiptDetailRow): ReceiptOut {
  return {
    ...presentReceiptSummary(row),
    notes: row.notes,
    lines: row.lines.map((line) => presentLine(line, row.status)),
    returns: row.returns.map(presentReturn),
    cancellation_reason: row.cancellation_reason,
    cancelled_at: row.cancelled_at,
    cancelled_by: row.cancelled_by,
  };
}

/** The return that was recorded last. */
export function presentNewReturn(row: ReceiptDetailRow): ReturnOut {
  const last = row.returns.at(-1);
  if (!last) throw new Error('The receipt does not show its new return');
  const { id, gr_number, status } = row;
  return { ...presentReturn(last), goods_receipt: { id, gr_number, status } };
}

function presentLine(line: ReceiptLineRow, status: ReceiptRow['status']): ReceiptLineOut {
  const accepted = netReceived({
    orderLineId: line.item_id,
    received: decimal(line.quantity_received),
    rejected: decimal(line.quantity_rejected),
    returned: decimal(line.quantity_returned),
    receiptStatus: status,
  });
  return { ...line, quantity_accepted: toNumber(accepted) };
}

function presentReturn({ id, reason, created_by, created_at, lines }: ReturnRow): ReceiptReturnOut {
  return { id, reason, created_by, created_at, lines: [...lines] };
}
