import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenantId, UserId, VendorId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';
import { Audited, lastFour } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';

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

/** What it keeps of a version of the bank details, in the entries of its vendor. */
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

/** Notes a version that was added or verified, for the next audit entry of its vendor. */
export function noteBankAccount(tx: Transaction, before: VendorBankAccount | null, after: VendorBankAccount): void {
  const { vendorId, id } = after;
  tx.changed.note('vendor', vendorId, BANK_ACCOUNT_FIELDS, before, after, { list: 'bank_accounts', id });
}
