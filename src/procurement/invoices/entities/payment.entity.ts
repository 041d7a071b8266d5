import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { InvoiceId, TenantId, UserId } from '../../../common/records/ids';
import { AmountColumn, type Decimal, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { ExternalFields, RecordField } from '../../../platform/records';
import type { InvoiceStatus } from '../domain/lifecycle';

/** What clients write of a payment. */
export class WrittenPayment extends ExternalFields {
  @RecordField.amount({ description: 'Negative for a refund and for a payment taken back.' }) amount: Decimal;

  /** When the money moved; `createdAt` is when it was recorded. */
  @RecordField.instant({
    request: { description: 'When the money moved, at most a day ahead; now when left out.' },
  })
  paidAt: Date;

  @RecordField.text({ nullable: true, request: { example: 'bank_transfer' } }) method: string | null;

  @RecordField.text({
    nullable: true,
    request: {
      description:
        'The payer’s own reference: the same one with the same amount again is the same payment. That of a reversed payment is spent.',
    },
  })
  reference: string | null;
}

/** What responses show of it. */
export class ShownPayment extends WrittenPayment {
  @RecordField.id() id: number;

  @RecordField.reference({ nullable: true, description: 'The payment that this entry takes back.', example: 1 })
  reversesId: number | null;

  @RecordField.text({ nullable: true, description: 'Why it was taken back.' }) reason: string | null;
  @RecordField.instant({ audited: false }) createdAt: Date;
}

/**
 * Money paid on an invoice; a refund is a payment of a negative amount. What is taken back stays, and an entry of the opposite
 * amount names it. Append-only.
 */
@Entity('payments')
@Index('uq_payments_reference', { synchronize: false })
@Index('uq_payments_reverses', { synchronize: false })
@Index(['tenantId', 'invoiceId', 'id'])
@Index(['tenantId', 'paidAt', 'id'])
@Check('ck_payments_amount', 'amount <> 0')
@Check('ck_payments_reversal', '(reverses_id IS NULL) = (reason IS NULL)')
@Index('uq_payments_external_id', { synchronize: false })
@ForeignKey('Invoice', ['tenantId', 'invoiceId'], ['tenantId', 'id'])
@ForeignKey('Payment', ['tenantId', 'reversesId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('VendorBankAccount', ['tenantId', 'bankAccountId'], ['tenantId', 'id'])
export class Payment extends ShownPayment {
  @TenantColumn() tenantId: TenantId;
  @RefColumn() invoiceId: InvoiceId;

  /** The invoice as the payment left it: what a repeated request is answered with. */
  @Column({ type: 'text' }) statusAfter: InvoiceStatus;

  @AmountColumn() paidAfter: Decimal;
  @AmountColumn() dueAfter: Decimal;
  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** The version of the vendor's bank details that it went to. Null for a refund, for a vendor without any, and for older payments. */
  @RefColumn({ nullable: true }) bankAccountId?: number | null;

  /** Whether that version was verified then. */
  @Column({ type: 'boolean', nullable: true }) bankAccountVerified?: boolean | null;
}
