import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { InvoiceId, TenantId, UserId, VendorId } from '../../common/records/ids';
import {
  AmountColumn,
  type Decimal,
  IdColumn,
  InstantColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../database/entities/columns';

/** What the vendor took off an invoice: quantities of lines, or money alone. Append-only. */
@Entity('credit_notes')
@Index('uq_credit_notes_number', { synchronize: false })
@Index(['tenantId', 'invoiceId', 'id'])
@Check('ck_credit_notes_amount', 'amount >= 0')
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'])
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class CreditNote {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() invoiceId: InvoiceId;

  /** The invoice's vendor: a number is used once for each. */
  @RefColumn() vendorId: VendorId;

  /** The vendor's number, as printed, and folded. */
  @Column({ type: 'text' }) creditNoteNumber: string;

  @Column({ type: 'text' }) numberKey: string;
  @AmountColumn() amount: Decimal;
  @Column({ type: 'text' }) reason: string;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;
}

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
