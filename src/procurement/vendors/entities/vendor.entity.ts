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

const OWN_NUMBER = 'Unique per tenant; spaces, dots, dashes and case are ignored.';

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
    description: `VAT registration number; null if unknown. ${OWN_NUMBER}`,
    example: '310122393500003',
  })
  vatNumber: string | null;

  @RecordField.text({
    nullable: true,
    max: 50,
    description: `Commercial registration number; null if unknown. ${OWN_NUMBER}`,
    example: '1010123456',
  })
  crNumber: string | null;

  @RecordField.text({ nullable: true, example: 'Office supplies' }) category: string | null;

  @RecordField.integer({
    min: 0,
    max: MAX_PAYMENT_TERMS,
    default: DEFAULT_PAYMENT_TERMS,
    description: `Days. Default for a new vendor: ${DEFAULT_PAYMENT_TERMS}.`,
    example: 30,
  })
  paymentTerms: number;

  @RecordField.currency({ nullable: true, description: "Null for the tenant's currency." }) currency: string | null;

  /** `bankName` and `bankAccount` equal the newest `VendorBankAccount`. */
  @RecordField.text({
    nullable: true,
    description: 'Name of the bank; null if unknown.',
    example: 'Saudi National Bank',
  })
  bankName: string | null;

  @RecordField.text({
    nullable: true,
    max: 64,
    description:
      'A value that looks like an IBAN must be a valid IBAN. A masked account such as ****7519 is rejected: omit the field instead.',
    example: 'SA0380000000608010167519',
    check: bankAccountFault,
    audited: lastFour,
  })
  bankAccount: string | null;
}

export class ShownVendor extends WrittenVendor {
  @RecordField.id() id: VendorId;
  @RecordField.oneOf({ values: VENDOR_STATUSES, example: 'active' }) status: VendorStatus;
  @RecordField.text({
    nullable: true,
    description: 'Reason for the block; null if not blocked.',
    example: 'Delivered used parts as new',
  })
  blockedReason: string | null;

  @RecordField.instant({
    nullable: true,
    description: 'Time of the block, UTC; null if not blocked.',
    example: '2026-02-11T09:00:00.000Z',
  })
  blockedAt: Date | null;

  @RecordField.integer({ min: 0, max: 100, columnDefault: 0, description: '0 to 100.', example: 92, audited: false })
  performanceScore: number;

  @RecordField.integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    columnDefault: 0,
    description: 'Number of approved and completed orders.',
    example: 12,
    audited: false,
  })
  totalOrders: number;

  @RecordField.amount({
    columnDefault: 0,
    description: "Total of the approved and completed orders in the vendor's currency.",
    audited: false,
  })
  totalSpend: Decimal;

  @RecordField.instant() createdAt: Date;
  @RecordField.instant() updatedAt: Date;
}

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

  /** Normalised numbers for comparison. Written by the trigger `key_vendor_numbers`. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) vatKey?: string | null;

  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) crKey?: string | null;

  /** Normalised category. Written by the trigger `key_vendor_category`. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) categoryKey?: string | null;

  /** The category of the vendor's folded report figures. Differs from `category` between a change and the next fold. */
  @Column({ type: 'text', nullable: true }) countedCategory: string | null;

  /** Last change of the bank details. A payment of an invoice approved before it requires `approve`. */
  @InstantColumn({ nullable: true }) bankChangedAt: Date | null;

  @Column({ type: 'jsonb', default: [] }) contacts: readonly VendorContact[];

  @Column({ type: 'text', nullable: true }) statusBeforeBlock: VendorStatus | null;

  @Column({ type: 'int', default: 1 }) version: number;
}

/** Audit fields of a vendor; the bank account is masked to its last four characters. */
export const VENDOR_FIELDS = auditedOf(Vendor, { contacts: 'contacts' });
