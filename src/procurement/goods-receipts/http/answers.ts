import type { Metadata } from '../../../common/records/external';
import { AttachmentResponse, OrderDocumentResponse } from '../../documents';
import { Out, WarningResponse } from '../../../platform/http';
import { RECEIPT_STATUSES } from '../domain/receipt';

class OrderRefResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.text() status: string;
}

class ReceiptPartyResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

/** A receipt in a list. */
export class ReceiptSummaryResponse {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000001' }) gr_number: string;
  @Out.oneOf(RECEIPT_STATUSES) status: string;
  @Out.object(() => OrderRefResponse) purchase_order: OrderRefResponse;
  @Out.object(() => ReceiptPartyResponse) vendor: ReceiptPartyResponse;
  @Out.timestamp() received_at: string;
  @Out.text({ nullable: true }) delivery_note_number: string | null;
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) created_by: ReceiptPartyResponse | null;
  @Out.externalId() external_id: string | null;
  @Out.metadata() metadata: Metadata;
  @Out.timestamp() created_at: string;
  @Out.timestamp() updated_at: string;
}

export class ReceiptLineResponse {
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

class ReturnedLineResponse {
  @Out.id({ description: 'The line of the order.' }) item_id: number;
  @Out.number() quantity: number;
}

export class ReceiptReturnResponse {
  @Out.id() id: number;
  @Out.text() reason: string;
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) created_by: ReceiptPartyResponse | null;
  @Out.timestamp() created_at: string;
  @Out.list(() => ReturnedLineResponse) lines: ReturnedLineResponse[];
}

class ReceiptBodyResponse extends ReceiptSummaryResponse {
  @Out.text({ nullable: true }) notes: string | null;
  @Out.list(() => ReceiptLineResponse) lines: ReceiptLineResponse[];
  @Out.list(() => ReceiptReturnResponse) returns: ReceiptReturnResponse[];
  @Out.text({ nullable: true }) cancellation_reason: string | null;
  @Out.timestamp({ nullable: true }) cancelled_at: string | null;
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) cancelled_by: ReceiptPartyResponse | null;
}

export class ReceiptResponse extends ReceiptBodyResponse {
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

export class ReceiptResponseB extends ReceiptBodyResponse {
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
}

/** A receipt as it was just posted. */
export class PostedReceiptResponse extends ReceiptResponse {
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

/** The same in Form B. */
export class PostedReceiptResponseB extends ReceiptResponseB {
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

class ReturnedReceiptResponse {
  @Out.id() id: number;
  @Out.text({ example: 'GR-2026-000001' }) gr_number: string;
  @Out.oneOf(RECEIPT_STATUSES) status: string;
}

/** A return as it was just recorded. */
export class ReturnResponse extends ReceiptReturnResponse {
  @Out.object(() => ReturnedReceiptResponse) goods_receipt: ReturnedReceiptResponse;
}
