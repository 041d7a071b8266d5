import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { InvoiceId, TenantId, UserId } from '../../../common/records/ids';
import { AmountColumn, type Decimal, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { ExternalFields, RecordField } from '../../../platform/records';
import type { InvoiceStatus } from '../domain/lifecycle';

export class WrittenPayment extends ExternalFields {
  @RecordField.amount({ description: 'Negative for a refund and for the reversal of a payment.' }) amount: Decimal;

  /** When the money moved. `createdAt` is the time of recording. */
  @RecordField.instant({
    request: { description: 'Time of the payment, at most one day in the future. Default: now.' },
  })
  paidAt: Date;

  @RecordField.text({ nullable: true, request: { example: 'bank_transfer' } }) method: string | null;

  @RecordField.text({
    nullable: true,
    request: {
      description:
        'The payer’s reference. Repeating it with the same amount returns the recorded payment; another amount or external_id is rejected. The reference of a reversed payment cannot be used again.',
    },
  })
  reference: string | null;
}

export class ShownPayment extends WrittenPayment {
  @RecordField.id() id: number;

  @RecordField.reference({ nullable: true, description: 'The payment that this entry reverses.', example: 1 })
  reversesId: number | null;

  @RecordField.text({ nullable: true, description: 'Reason for the reversal.' }) reason: string | null;
  @RecordField.instant({ audited: false }) createdAt: Date;
}

/** A payment, refund (negative amount) or reversal (opposite amount, refers to the reversed entry). Append-only. */
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

  /** The invoice after the payment, to answer a repeated request. */
  @Column({ type: 'text' }) statusAfter: InvoiceStatus;

  @AmountColumn() paidAfter: Decimal;
  @AmountColumn() dueAfter: Decimal;
  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** The paid version of the vendor's bank details. Null for refunds, vendors without any, and older payments. */
  @RefColumn({ nullable: true }) bankAccountId?: number | null;

  @Column({ type: 'boolean', nullable: true }) bankAccountVerified?: boolean | null;
}
