import { OmitType } from '@nestjs/swagger';
import { OrderDocumentOut } from '../../../documents';
import { Out } from '../../../../platform/http';
import { CreatedInvoiceOut, InvoiceDetailOut, InvoiceSummaryOut, LineItemOut, UpdatedInvoiceOut } from '../answers';

/** Form B shows Form A's names and its own beside them. */

export class InvoiceSummaryOutB extends InvoiceSummaryOut {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
}

export class InvoiceDetailOutB extends OmitType(InvoiceDetailOut, ['attachments']) {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
  @Out.list(() => OrderDocumentOut) documents: OrderDocumentOut[];
}

export class CreatedInvoiceOutB extends CreatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
}

export class UpdatedInvoiceOutB extends UpdatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
}
