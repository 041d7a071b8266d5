import { Entity, ForeignKey, Unique } from 'typeorm';
import type { TenantId } from '../../common/records/ids';
import { AmountColumn, type Decimal, IdColumn, QuantityColumn, RefColumn, TenantColumn } from '../../database/columns';

/** How much of one line of the invoice a credit note takes off. */
@Entity('credit_note_items')
@Unique(['tenantId', 'creditNoteId', 'invoiceItemId'])
@ForeignKey('CreditNote', ['tenantId', 'creditNoteId'], ['tenantId', 'id'])
@ForeignKey('InvoiceItem', ['tenantId', 'invoiceItemId'], ['tenantId', 'id'])
export class CreditNoteItem {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() creditNoteId: number;
  @RefColumn() invoiceItemId: number;
  @QuantityColumn() quantity: Decimal;

  /** VAT included. */
  @AmountColumn() amount: Decimal;
}
