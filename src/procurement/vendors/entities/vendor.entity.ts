import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Decimal } from '../../../common/money';
import { EXTERNAL_FIELDS, type Metadata } from '../../../common/records/external';
import type { TenantId, VendorId } from '../../../common/records/ids';
import {
  AmountColumn,
  ExternalIdColumn,
  IdColumn,
  InstantColumn,
  MetadataColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import type { VendorContact } from '../domain/vendor-input';
import { VENDOR_STATUSES, type VendorStatus } from '../domain/lifecycle';
import { Audited, lastFour } from '../../../common/records/audited';

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
export class Vendor {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: VendorId;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', nullable: true }) nameAr: string | null;
  @Column({ type: 'text', nullable: true }) email: string | null;
  @Column({ type: 'text', nullable: true }) phone: string | null;
  @Column({ type: 'text', nullable: true }) address: string | null;
  @Column({ type: 'text', nullable: true }) vatNumber: string | null;

  /** Commercial registration. */
  @Column({ type: 'text', nullable: true }) crNumber: string | null;

  /** How the two are compared with those of other vendors. The trigger `key_vendor_numbers` keeps them. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) vatKey?: string | null;

  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) crKey?: string | null;

  @Column({ type: 'text', nullable: true }) category: string | null;

  /** How the category is compared. The trigger `key_vendor_category` keeps it. */
  @Column({ type: 'text', nullable: true, insert: false, update: false, select: false }) categoryKey?: string | null;

  /** The category that its folded report figures count under: `category`, except from a change of it until the next fold. */
  @Column({ type: 'text', nullable: true }) countedCategory: string | null;

  /** Days, 0 to 365. */
  @Column({ type: 'int' }) paymentTerms: number;

  @Column({ type: 'text', nullable: true }) currency: string | null;
  /** The newest version of the bank details, a `VendorBankAccount`. */
  @Column({ type: 'text', nullable: true }) bankName: string | null;

  @Column({ type: 'text', nullable: true }) bankAccount: string | null;

  /** When the bank details last changed: a payment of an invoice approved before then needs `approve`. */
  @InstantColumn({ nullable: true }) bankChangedAt: Date | null;

  @Column({ type: 'jsonb', default: [] }) contacts: readonly VendorContact[];
  @Column({ type: 'text' }) status: VendorStatus;

  /** The status that an unblock restores. */
  @Column({ type: 'text', nullable: true }) statusBeforeBlock: VendorStatus | null;

  @Column({ type: 'text', nullable: true }) blockedReason: string | null;
  @InstantColumn({ nullable: true }) blockedAt: Date | null;

  /** 0 to 100; kept at write time. */
  @Column({ type: 'int', default: 0 }) performanceScore: number;

  /** Approved and completed orders; kept at write time. */
  @Column({ type: 'int', default: 0 }) totalOrders: number;

  /** Of those orders, the ones in the vendor's currency; kept at write time. */
  @AmountColumn({ default: 0 }) totalSpend: Decimal;

  @ExternalIdColumn() externalId: string | null;
  @MetadataColumn() metadata: Metadata;
  @InstantColumn() createdAt: Date;
  @InstantColumn() updatedAt: Date;
  @Column({ type: 'int', default: 1 }) version: number;
}

/** What the audit log keeps of a vendor; of its bank account the last four characters. */
export const VENDOR_FIELDS = new Audited<Vendor>(
  {
    name: 'name',
    name_ar: 'nameAr',
    email: 'email',
    phone: 'phone',
    address: 'address',
    vat_number: 'vatNumber',
    cr_number: 'crNumber',
    category: 'category',
    payment_terms: 'paymentTerms',
    currency: 'currency',
    bank_name: 'bankName',
    bank_account: 'bankAccount',
    contacts: 'contacts',
    status: 'status',
    blocked_reason: 'blockedReason',
    blocked_at: 'blockedAt',
    ...EXTERNAL_FIELDS,
  },
  { bank_account: lastFour },
);
