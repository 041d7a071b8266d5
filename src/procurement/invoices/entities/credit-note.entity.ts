import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { InvoiceId, TenantId, UserId, VendorId } from '../../../common/records/ids';
import {
  AmountColumn,
  DayColumn,
  type Decimal,
  IdColumn,
  QuantityColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { RecordField } from '../../../platform/records';
import { MAX_COMMENT } from '../../../platform/validation';

/** What clients write of a credit note. */
export class WrittenCreditNote {
  @RecordField.text({
    request: { description: 'The vendor’s number of the credit note; unique for the vendor in a fiscal year.' },
  })
  creditNoteNumber: string;

  @RecordField.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

/** What responses show of it. */
export class ShownCreditNote extends WrittenCreditNote {
  @RecordField.id() id: number;
  @RecordField.amount({ description: 'VAT included.' }) amount: Decimal;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant({ nullable: true }) cancelledAt: Date | null;
  @RecordField.text({ nullable: true, description: 'Why it was cancelled.' }) cancellationReason: string | null;
}

/**
 * What the vendor took off an invoice: quantities of lines, or money alone. It is never deleted: a wrong one is cancelled, and says
 * by whom, when and why.
 */
@Entity('credit_notes')
@Index('uq_credit_notes_number', { synchronize: false })
@Index('ix_credit_notes_without_year', { synchronize: false })
@Index(['tenantId', 'invoiceId', 'id'])
@Index(['tenantId', 'createdAt', 'id'])
@Check('ck_credit_notes_amount', 'amount >= 0')
@Check('ck_credit_notes_cancelled', '(cancelled_at IS NULL) = (cancellation_reason IS NULL)')
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'])
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'cancelledById'], ['tenantId', 'id'])
export class CreditNote extends ShownCreditNote {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() invoiceId: InvoiceId;

  /** The invoice's vendor: a number is used once for each in a fiscal year, among the notes that are not cancelled. */
  @RefColumn() vendorId: VendorId;

  /** The number, folded. */
  @Column({ type: 'text' }) numberKey: string;

  /** Null in a row of the release before: then it is the UTC day of `createdAt`. */
  @DayColumn({ nullable: true }) creditDate: string | null;

  /** The fiscal year of `creditDate`. Null in a row of the release before. */
  @Column({ type: 'int', nullable: true }) fiscalYear: number | null;

  /** How many changes of the fiscal year's first month `fiscalYear` follows. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  @RefColumn({ nullable: true }) createdById: UserId | null;
  @RefColumn({ nullable: true }) cancelledById: UserId | null;
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
