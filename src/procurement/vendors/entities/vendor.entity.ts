import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Decimal } from '../../../common/money';
import { lastFour } from '../../../common/records/audited';
import type { TenantId, VendorId } from '../../../common/records/ids';
import { InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { auditedOf, ExternalFields, RecordField } from '../../../platform/records';
import { MAX_COMMENT } from '../../../platform/validation';
import { bankAccountFault } from '../domain/bank-accounts';
import type { VendorContact } from '../domain/contacts';
import { VENDOR_STATUSES, type VendorStatus } from '../domain/lifecycle';
import { DEFAULT_PAYMENT_TERMS, MAX_PAYMENT_TERMS } from '../domain/payment-terms';

const OWN_NUMBER = 'No other vendor has it, however it is spelled: spaces, dots, dashes and case do not matter.';

/** What clients write of a vendor. */
export class WrittenVendor extends ExternalFields {
  @RecordField.text({ description: 'Name of the vendor.', example: 'Najd Steel Company' }) name: string;
  @RecordField.text({ nullable: true, example: 'شركة نجد للورق' }) nameAr: string | null;
  @RecordField.email({ nullable: true, example: 'orders@najd-paper.example' }) email: string | null;
  @RecordField.text({ nullable: true, max: 50, example: '+966 11 234 5678' }) phone: string | null;

  @RecordField.text({ nullable: true, max: MAX_COMMENT, multiline: true, example: 'King Fahd Road, Riyadh' })
  address: string | null;

  @RecordField.text({
    nullable: true,
    max: 50,
    description: `VAT registration number; null where none is known. ${OWN_NUMBER}`,
    example: '310122393500003',
  })
  vatNumber: string | null;

  @RecordField.text({
    nullable: true,
    max: 50,
    description: `Commercial registration number; null where none is known. ${OWN_NUMBER}`,
    example: '1010123456',
  })
  crNumber: string | null;

  @RecordField.text({ nullable: true, example: 'Office supplies' }) category: string | null;

  @RecordField.integer({
    min: 0,
    max: MAX_PAYMENT_TERMS,
    default: DEFAULT_PAYMENT_TERMS,
    description: `Days; ${DEFAULT_PAYMENT_TERMS} when a new vendor names none.`,
    example: 30,
  })
  paymentTerms: number;

  @RecordField.currency({ nullable: true, description: "The tenant's when null." }) currency: string | null;

  /** The newest version of the bank details, a `VendorBankAccount`. */
  @RecordField.text({
    nullable: true,
    description: 'Name of the bank; null where none is known.',
    example: 'Saudi National Bank',
  })
  bankName: string | null;

  @RecordField.text({
    nullable: true,
    max: 64,
    description:
      'What looks like an IBAN must be one. A masked account, such as ****7519, is refused: leave the field out.',
    example: 'SA0380000000608010167519',
    check: bankAccountFault,
    audited: lastFour,
  })
  bankAccount: string | null;
}

/** What responses show of it. */
export class ShownVendor extends WrittenVendor {
  @RecordField.id() id: VendorId;
  @RecordField.oneOf({ values: VENDOR_STATUSES, example: 'active' }) status: VendorStatus;
  @RecordField.text({
    nullable: true,
    description: 'Why the vendor was blocked; null where it is not.',
    example: 'Delivered used parts as new',
  })
  blockedReason: string | null;

  @RecordField.instant({
    nullable: true,
    description: 'When the vendor was blocked, UTC; null where it is not.',
    example: '2026-02-11T09:00:00.000Z',
  })
  blockedAt: Date | null;

  @RecordField.integer({ min: 0, max: 100, columnDefault: 0, description: '0 to 100.', example: 92, audited: false })
  performanceScore: number;

  @RecordField.integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    columnDefault: 0,
    description: 'Approved and completed ones.',
    example: 12,
    audited: false,
  })
  totalOrders: number;

  @RecordField.amount({
    columnDefault: 0,
    description: "Of those orders, the ones in the vendor's currency.",
    audited: false,
  })
  totalSpend: Decimal;

  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

/** A company or person that the tenant buys from. */
@Entity('vendors')
@Check('ck_vendors_status', `status IN (${VENDOR_STATUSES.map((status) => `'${status}'`).join(', ')})`)
@Check('ck_vendors_payment_terms', 'payment_terms BETWEEN 0 AND 365')
@Check('ck_vendors_performance_score', 'performance_score BETWEEN 0 AND 100')
@Index('uq_vendors_tenant_id_vat_number', { synchronize: false })
@Index('uq_vendors_tenant_id_cr_number', { synchronize: false })
@Index('ix_vendors_vat_key', { synchronize: false })
@Index('ix_vendors_cr_key', { synchronize: false })
@Index('ix_vendors_name_sorted', { synchronize: false })
@Index('ix_vendors_status', { synchronize: false })
@Index('ix_vendors_category_sorted', { synchronize: false })
@Index('ix_vendors_category_sorted_last', { synchronize: false })
@Index('ix_vendors_category_key', { synchronize: false })
@Index('ix_vendors_email_sorted', { synchronize: false })
@Index('ix_vendors_email_sorted_last', { synchronize: false })
@Index('ix_vendors_updated', { synchronize: false })
@Index('ix_vendors_spend', { synchronize: false })
@Index('ix_vendors_orders', { synchronize: false })
@Index('ix_vendors_score', { synchronize: false })
@Index('ix_vendors_text', { synchronize: false })
@Index('ix_vendors_moved', { synchronize: false })
@Index('ix_vendors_tenant_id_created_at_id', { synchronize: false })
@Index('uq_vendors_external_id', { synchronize: false })
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class Vendor extends ShownVendor {
  @TenantColumn() tenantId: TenantId;

  /** How the two numbers are compared with those of other vendors. The trigger `key_vendor_numbers` keeps them. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) vatKey?: string | null;

  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) crKey?: string | null;

  /** How the category is compared. The trigger `key_vendor_category` keeps it. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) categoryKey?: string | null;

  /** The category that its folded report figures count under: `category`, except from a change of it until the next fold. */
  @Column({ type: 'text', nullable: true }) countedCategory: string | null;

  /** When the bank details last changed: a payment of an invoice approved before then needs `approve`. */
  @InstantColumn({ nullable: true }) bankChangedAt: Date | null;

  @Column({ type: 'jsonb', default: [] }) contacts: readonly VendorContact[];

  /** The status that an unblock restores. */
  @Column({ type: 'text', nullable: true }) statusBeforeBlock: VendorStatus | null;

  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a vendor; of its bank account the last four characters. */
export const VENDOR_FIELDS = auditedOf(Vendor, { contacts: 'contacts' });
