import { decimal, toNumber } from '../../common/money';
import { Out } from '../../http';
import { netReceived } from '../domain/net-received';
import { RECEIPT_STATUSES } from '../domain/receipt-status';
import type { ReceiptDetailRow, ReceiptLineRow, ReceiptRow, ReturnRow } from '../entities/receipt-rows';

class OrderRefOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'PO-2026-000042' })
  po_number: string;

  @Out.text()
  status: string;
}

class ReceiptPartyOut {
  @Out.id()
  id: number;

  @Out.text()
  name: string;
}

/** A receipt in a list. */
export class ReceiptSummaryOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'GR-2026-000042' })
  gr_number: string;

  @Out.oneOf(RECEIPT_STATUSES)
  status: string;

  @Out.object(() => OrderRefOut)
  purchase_order: OrderRefOut;

  @Out.object(() => ReceiptPartyOut)
  vendor: ReceiptPartyOut;

  @Out.timestamp()
  received_at: string;

  @Out.text({ nullable: true })
  delivery_note_number: string | null;

  @Out.object(() => ReceiptPartyOut, { nullable: true })
  created_by: ReceiptPartyOut | null;

  @Out.timestamp()
  created_at: string;

  @Out.timestamp()
  updated_at: string;
}

class ReceiptLineOut {
  @Out.id()
  id: number;

  @Out.id({ description: 'The line of the order.' })
  item_id: number;

  @Out.integer()
  line_number: number;

  @Out.text()
  description: string;

  @Out.text({ nullable: true })
  unit: string | null;

  @Out.number()
  quantity_received: number;

  @Out.number()
  quantity_rejected: number;

  @Out.number()
  quantity_returned: number;

  @Out.number({ description: 'Received less rejected less returned; 0 on a cancelled receipt.' })
  quantity_accepted: number;

  @Out.text({ nullable: true })
  rejection_reason: string | null;
}

class ReturnedLineOut {
  @Out.id({ description: 'The line of the order.' })
  item_id: number;

  @Out.number()
  quantity: number;
}

class ReceiptReturnOut {
  @Out.id()
  id: number;

  @Out.text()
  reason: string;

  @Out.object(() => ReceiptPartyOut, { nullable: true })
  created_by: ReceiptPartyOut | null;

  @Out.timestamp()
  created_at: string;

  @Out.list(() => ReturnedLineOut)
  lines: ReturnedLineOut[];
}

/** A whole receipt. */
export class ReceiptOut extends ReceiptSummaryOut {
  @Out.text({ nullable: true })
  notes: string | null;

  @Out.list(() => ReceiptLineOut)
  lines: ReceiptLineOut[];

  @Out.list(() => ReceiptReturnOut)
  returns: ReceiptReturnOut[];

  @Out.text({ nullable: true })
  cancellation_reason: string | null;

  @Out.timestamp({ nullable: true })
  cancelled_at: string | null;

  @Out.object(() => ReceiptPartyOut, { nullable: true })
  cancelled_by: ReceiptPartyOut | null;
}

class ReturnedReceiptOut {
  @Out.id()
  id: number;

  @Out.text({ example: 'GR-2026-000042' })
  gr_number: string;

  @Out.oneOf(RECEIPT_STATUSES)
  status: string;
}

/** A return as it was just recorded. */
export class ReturnOut extends ReceiptReturnOut {
  @Out.object(() => ReturnedReceiptOut)
  goods_receipt: ReturnedReceiptOut;
}

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
