import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenantId, UserId, VendorId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { Audited, lastFour } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';

/**
 * A version of a vendor's bank details. Append-only: only the verification by another user changes a version. The
 * vendor shows the newest version.
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

  /** Starts at 1 per vendor. */
  @Column({ type: 'int' }) version: number;

  @Column({ type: 'text', nullable: true }) bankName: string | null;

  /** As entered; null if the account was removed. */
  @Column({ type: 'text', nullable: true }) bankAccount: string | null;

  @Column({ type: 'text', nullable: true }) accountHolder: string | null;
  @Column({ type: 'text', nullable: true }) swift: string | null;

  /** The normalised IBAN; null if the account is not an IBAN. */
  @Column({ type: 'text', nullable: true }) iban: string | null;

  /** Null for details from a release without versions. */
  @RefColumn({ nullable: true }) createdById: UserId | null;

  @InstantColumn() createdAt: Date;
  @RefColumn({ nullable: true }) verifiedById: UserId | null;
  @InstantColumn({ nullable: true }) verifiedAt: Date | null;
}

const BANK_ACCOUNT_FIELDS = new Audited<VendorBankAccount>(
  {
    version: 'version',
    bank_name: 'bankName',
    bank_account: 'bankAccount',
    account_holder: 'accountHolder',
    swift: 'swift',
    created_by_id: 'createdById',
    verified_by_id: 'verifiedById',
    verified_at: 'verifiedAt',
  },
  { bank_account: lastFour },
);

/** Records an added or verified version for the next audit entry of its vendor. */
export function noteBankAccount(tx: Transaction, before: VendorBankAccount | null, after: VendorBankAccount): void {
  const { vendorId, id } = after;
  tx.changed.note('vendor', vendorId, BANK_ACCOUNT_FIELDS, before, after, { list: 'bank_accounts', id });
}
