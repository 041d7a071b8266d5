import { decimal, toNumber } from '../../../common/money';
import {
  AttachmentResponse,
  type DocumentRow,
  OrderDocumentResponse,
  toAttachmentResponse,
  toOrderDocumentResponse,
} from '../../documents';
import { both, Out, WarningResponse } from '../../../platform/http';
import { ResponseOf } from '../../../platform/records';
import { netReceived, type ReceiptStatus } from '../domain/receipt';
import { RECEIPT_DETAILS, ShownReceipt, ShownReceiptLine } from '../entities/goods-receipt.entity';

class OrderRefResponse {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000001' }) po_number: string;
  @Out.text() status: string;
}

class ReceiptPartyResponse {
  @Out.id() id: number;
  @Out.text() name: string;
}

const Details = ResponseOf(ShownReceipt, { only: RECEIPT_DETAILS });

export class ReceiptSummaryResponse extends ResponseOf(ShownReceipt, { omit: RECEIPT_DETAILS }) {
  @Out.object(() => OrderRefResponse) purchase_order: OrderRefResponse;
  @Out.object(() => ReceiptPartyResponse) vendor: ReceiptPartyResponse;
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) created_by: ReceiptPartyResponse | null;
}

export class ReceiptLineResponse extends ResponseOf(ShownReceiptLine) {
  @Out.id({ description: 'The order line.' }) item_id: number;
  @Out.integer() line_number: number;
  @Out.text() description: string;
  @Out.text({ nullable: true }) unit: string | null;

  @Out.number({ description: 'Received less rejected and returned quantity; 0 for a cancelled receipt.' })
  quantity_accepted: number;
}

class ReturnedLineResponse {
  @Out.id({ description: 'The order line.' }) item_id: number;
  @Out.number() quantity: number;
}

export class ReceiptReturnResponse {
  @Out.id() id: number;
  @Out.text() reason: string;
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) created_by: ReceiptPartyResponse | null;
  @Out.timestamp() created_at: string;
  @Out.list(() => ReturnedLineResponse) lines: ReturnedLineResponse[];
}

class ReceiptBodyResponse extends both(ReceiptSummaryResponse, Details) {
  @Out.list(() => ReceiptLineResponse) lines: ReceiptLineResponse[];
  @Out.list(() => ReceiptReturnResponse) returns: ReceiptReturnResponse[];
  @Out.object(() => ReceiptPartyResponse, { nullable: true }) cancelled_by: ReceiptPartyResponse | null;
}

export class ReceiptResponse extends ReceiptBodyResponse {
  @Out.list(() => AttachmentResponse) attachments: AttachmentResponse[];
}

export class ReceiptResponseB extends ReceiptBodyResponse {
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
}

export class PostedReceiptResponse extends ReceiptResponse {
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

export class PostedReceiptResponseB extends ReceiptResponseB {
  @Out.list(() => WarningResponse, { optional: true }) warnings?: WarningResponse[];
}

class ReturnedReceiptResponse extends ResponseOf(ShownReceipt, { only: ['id', 'grNumber', 'status'] }) {}

export class ReturnResponse extends ReceiptReturnResponse {
  @Out.object(() => ReturnedReceiptResponse) goods_receipt: ReturnedReceiptResponse;
}

export type ReceiptSummaryRow = Omit<ShownReceipt, (typeof RECEIPT_DETAILS)[number]> &
  Pick<ReceiptSummaryResponse, 'purchase_order' | 'vendor' | 'created_by'>;

/** A receipt with all details, as read. Its lines lack the derived `quantity_accepted`. */
export type ReceiptDetailRow = ShownReceipt &
  Pick<ReceiptBodyResponse, 'purchase_order' | 'vendor' | 'created_by' | 'cancelled_by' | 'returns'> & {
    readonly version: number;
    readonly documents: readonly DocumentRow[];
    readonly lines: readonly Omit<ReceiptLineResponse, 'quantity_accepted'>[];
  };

export function toReceiptSummaryResponse(row: ReceiptSummaryRow): ReceiptSummaryResponse {
  const { purchase_order, vendor, created_by } = row;
  return Object.assign(ReceiptSummaryResponse.from(row), { purchase_order, vendor, created_by });
}

export function toReceiptResponse(row: ReceiptDetailRow): ReceiptResponse {
  return { ...bodyOf(row), attachments: row.documents.map(toAttachmentResponse) };
}

export function toReceiptResponseB(row: ReceiptDetailRow): ReceiptResponseB {
  return { ...bodyOf(row), documents: row.documents.map(toOrderDocumentResponse) };
}

/** The newest return of the receipt. */
export function toNewReturnResponse(row: ReceiptDetailRow): ReturnResponse {
  const last = row.returns.at(-1);
  if (!last) throw new Error('The new return is missing in its receipt');
  return { ...last, goods_receipt: ReturnedReceiptResponse.from(row) };
}

function bodyOf(row: ReceiptDetailRow): ReceiptBodyResponse {
  const { status, returns, cancelled_by } = row;
  const lines = row.lines.map((line) => toLineResponse(line, status));
  return { ...toReceiptSummaryResponse(row), ...Details.from(row), lines, returns, cancelled_by };
}

function toLineResponse(line: ReceiptDetailRow['lines'][number], receiptStatus: ReceiptStatus): ReceiptLineResponse {
  const accepted = netReceived({
    orderLineId: line.item_id,
    received: decimal(line.quantity_received),
    rejected: decimal(line.quantity_rejected),
    returned: decimal(line.quantity_returned),
    receiptStatus,
  });
  return { ...line, quantity_accepted: toNumber(accepted) };
}
