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

export class WrittenCreditNote {
  @RecordField.text({
    request: {
      description:
        'The vendor’s credit note number. Unique per vendor and fiscal year, except for cancelled credit notes.',
    },
  })
  creditNoteNumber: string;

  @RecordField.text({ max: MAX_COMMENT, multiline: true }) reason: string;
}

export class ShownCreditNote extends WrittenCreditNote {
  @RecordField.id() id: number;
  @RecordField.amount({ description: 'Including VAT.' }) amount: Decimal;
  @RecordField.instant() createdAt: Date;
  @RecordField.instant({ nullable: true }) cancelledAt: Date | null;
  @RecordField.text({ nullable: true, description: 'Reason for the cancellation.' }) cancellationReason: string | null;
}

/** A credit of line quantities, or of an amount only. A wrong credit note is cancelled, never deleted. */
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

  /** Copied from the invoice: the number is unique per vendor and fiscal year among notes that are not cancelled. */
  @RefColumn() vendorId: VendorId;

  @Column({ type: 'text' }) numberKey: string;

  /** Null in rows of the previous release: then the UTC day of `createdAt` applies. */
  @DayColumn({ nullable: true }) creditDate: string | null;

  /** Fiscal year of `creditDate`. Null in rows of the previous release. */
  @Column({ type: 'int', nullable: true }) fiscalYear: number | null;

  /** Number of changes of the fiscal year's start month that `fiscalYear` takes into account. */
  @Column({ type: 'int', default: 0 }) fiscalSeries: number;

  @RefColumn({ nullable: true }) createdById: UserId | null;
  @RefColumn({ nullable: true }) cancelledById: UserId | null;
}

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

  /** Including VAT. */
  @AmountColumn() amount: Decimal;
}
