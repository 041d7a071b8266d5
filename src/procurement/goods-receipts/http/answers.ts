import type { Metadata } from '../../../common/records/external';
import { AttachmentOut, OrderDocumentOut } from '../../documents';
import { Out, WarningOut } from '../../../platform/http';
import { RECEIPT_STATUSES } from '../domain/receipt';

class OrderRefOut {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.text() status: string;
}

class ReceiptPartyOut {
  @Out.id() id: number;
  @Out.text() name: string;
}

/** A receipt in a list. */
export class ReceiptSummaryOut {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000001' }) gr_number: string;
  @Out.oneOf(RECEIPT_STATUSES) status: string;
  @Out.object(() => OrderRefOut) purchase_order: OrderRefOut;
  @Out.object(() => ReceiptPartyOut) vendor: ReceiptPartyOut;
  @Out.timestamp() received_at: string;
  @Out.text({ nullable: true }) delivery_note_number: string | null;
  @Out.object(() => ReceiptPartyOut, { nullable: true }) created_by: ReceiptPartyOut | null;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}

export class ReceiptLineOut {
  @Out.id() id: number;
  @Out.id({ description: 'The line of the order.' }) item_id: number;
  @Out.integer() line_number: number;
  @Out.text() description: string;
  @Out.text({ nullable: true }) unit: string | null;
  @Out.number() quantity_received: number;
  @Out.number() quantity_rejected: number;
  @Out.number() quantity_returned: number;

  @Out.number({ description: 'Received less rejected less returned; 0 on a cancelled receipt.' })
  quantity_accepted: number;

  @Out.text({ nullable: true }) rejection_reason: string | null;
}

class ReturnedLineOut {
  @Out.id({ description: 'The line of the order.' }) item_id: number;
  @Out.number() quantity: number;
}

export class ReceiptReturnOut {
  @Out.id() id: number;
  @Out.text() reason: string;
  @Out.object(() => ReceiptPartyOut, { nullable: true }) created_by: ReceiptPartyOut | null;
  @Out.timestamp() created_at: string;
  @Out.list(() => ReturnedLineOut) lines: ReturnedLineOut[];
}

class ReceiptBodyOut extends ReceiptSummaryOut {
  @Out.text({ nullable: true }) notes: string | null;
  @Out.list(() => ReceiptLineOut) lines: ReceiptLineOut[];
  @Out.list(() => ReceiptReturnOut) returns: ReceiptReturnOut[];
  @Out.text({ nullable: true }) cancellation_reason: string | null;
  @Out.timestamp({ nullable: true }) cancelled_at: string | null;
  @Out.object(() => ReceiptPartyOut, { nullable: true }) cancelled_by: ReceiptPartyOut | null;
}

export class ReceiptOut extends ReceiptBodyOut {
  @Out.list(() => AttachmentOut) attachments: AttachmentOut[];
}

export class ReceiptOutB extends ReceiptBodyOut {
  @Out.list(() => OrderDocumentOut) documents: OrderDocumentOut[];
}

/** A receipt as it was just posted. */
export class PostedReceiptOut extends ReceiptOut {
  @Out.list(() => WarningOut, { optional: true }) warnings?: WarningOut[];
}

/** The same in Form B. */
export class PostedReceiptOutB extends ReceiptOutB {
  @Out.list(() => WarningOut, { optional: true }) warnings?: WarningOut[];
}

class ReturnedReceiptOut {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000001' }) gr_number: string;
  @Out.oneOf(RECEIPT_STATUSES) status: string;
}

/** A return as it was just recorded. */
export class ReturnOut extends ReceiptReturnOut {
  @Out.object(() => ReturnedReceiptOut) goods_receipt: ReturnedReceiptOut;
}
