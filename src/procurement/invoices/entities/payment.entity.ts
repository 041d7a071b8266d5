import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Metadata } from '../../../common/records/external';
import type { InvoiceId, TenantId, UserId } from '../../../common/records/ids';
import {
  AmountColumn,
  type Decimal,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { InvoiceStatus } from '../domain/lifecycle';

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
export class Payment {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() invoiceId: InvoiceId;
  @AmountColumn() amount: Decimal;

  /** When the money moved; `createdAt` is when it was recorded. */
  @InstantColumn() paidAt: Date;

  @Column({ type: 'text', nullable: true }) method: string | null;

  /** The payer's own reference: the same one twice on an invoice is the same payment. */
  @Column({ type: 'text', nullable: true }) reference: string | null;

  /** The payment that this entry takes back, and why; null for a payment or refund. */
  @RefColumn({ nullable: true }) reversesId: number | null;

  @Column({ type: 'text', nullable: true }) reason: string | null;

  /** The invoice as the payment left it: what a repeated request is answered with. */
  @Column({ type: 'text' }) statusAfter: InvoiceStatus;

  @AmountColumn() paidAfter: Decimal;
  @AmountColumn() dueAfter: Decimal;
  @RefColumn({ nullable: true }) createdById: UserId | null;
  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;

  /** The version of the vendor's bank details that it went to. Null for a refund, for a vendor without any, and for older payments. */
  @RefColumn({ nullable: true }) bankAccountId?: number | null;

  /** Whether that version was verified then. */
  @Column({ type: 'boolean', nullable: true }) bankAccountVerified?: boolean | null;
}
