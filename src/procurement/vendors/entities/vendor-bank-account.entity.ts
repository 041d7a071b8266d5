import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenantId, UserId, VendorId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/**
 * A version of a vendor's bank details. Append-only: of a version nothing changes but that somebody else than the one who
 * entered it verifies it. The newest version is what the vendor shows.
 */
@Entity('vendor_bank_accounts')
@Unique(['tenantId', 'vendorId', 'version'])
@Check('ck_vendor_bank_accounts_verified', 'verified_at IS NOT NULL OR verified_by_id IS NULL')
@Check('ck_vendor_bank_accounts_two_people', 'verified_by_id <> created_by_id')
@Index('ix_vendor_bank_accounts_iban', { synchronize: false })
@ForeignKey('Vendor', ['tenantId', 'vendorId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'verifiedById'], ['tenantId', 'id'])
export class VendorBankAccount {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() vendorId: VendorId;

  /** 1 for the vendor's first. */
  @Column({ type: 'int' }) version: number;

  @Column({ type: 'text', nullable: true }) bankName: string | null;

  /** As it was entered; null where the vendor's account was taken away. */
  @Column({ type: 'text', nullable: true }) bankAccount: string | null;

  @Column({ type: 'text', nullable: true }) accountHolder: string | null;
  @Column({ type: 'text', nullable: true }) swift: string | null;

  /** The account as IBANs are compared; null where it is none. */
  @Column({ type: 'text', nullable: true }) iban: string | null;

  /** Null for what a release without versions wrote. */
  @RefColumn({ nullable: true }) createdById: UserId | null;

  @InstantColumn() createdAt: Date;
  @RefColumn({ nullable: true }) verifiedById: UserId | null;
  @InstantColumn({ nullable: true }) verifiedAt: Date | null;
}
