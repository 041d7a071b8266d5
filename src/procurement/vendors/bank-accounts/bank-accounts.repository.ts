import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { UserId, VendorId } from '../../../common/records/ids';
import type { Transaction } from '../../../platform/database';
import { type BankDetails, type PaidAccount, payableVersions, type PayableVersions } from '../domain/bank-accounts';
import { ibanOf } from '../domain/iban';
import { noteBankAccount } from '../entities/vendor-bank-account.entity';
import { VendorBankAccount } from '../entities/vendor-bank-account.entity';

/** Vendors that have or had an IBAN. Values: tenant, IBAN, id of the vendor to exclude. */
const WITH_IBAN = `
SELECT DISTINCT v.id, v.name FROM vendor_bank_accounts a
  JOIN vendors v ON v.tenant_id = a.tenant_id AND v.id = a.vendor_id
 WHERE a.tenant_id = $1 AND a.iban = $2 AND a.vendor_id <> $3 ORDER BY v.id LIMIT 5`;

/** All versions since the newest verified one, inclusive; all versions if none is verified. Values: tenant, vendor. */
const PAYABLE = `
SELECT id, bank_name AS "bankName", bank_account AS "bankAccount", verified_at IS NOT NULL AS verified,
       created_by_id AS "enteredById", verified_by_id AS "verifiedById"
  FROM vendor_bank_accounts a WHERE a.tenant_id = $1 AND a.vendor_id = $2
   AND a.version >= coalesce((SELECT max(b.version) FROM vendor_bank_accounts b
                               WHERE b.tenant_id = $1 AND b.vendor_id = $2 AND b.verified_at IS NOT NULL), 0)
 ORDER BY a.version DESC`;

const PAID = `
SELECT a.id, a.bank_name AS "bankName", a.bank_account AS "bankAccount", v.name AS "vendorName"
  FROM vendor_bank_accounts a JOIN vendors v ON v.tenant_id = a.tenant_id AND v.id = a.vendor_id
 WHERE a.tenant_id = $1 AND a.vendor_id = $2 AND a.id = $3`;

/** Users who entered the account of a version since the last verified version. Values: tenant, vendor, version. */
const ENTERED_BY = `
SELECT DISTINCT a.created_by_id AS id
  FROM vendor_bank_accounts it
  JOIN vendor_bank_accounts a ON a.tenant_id = it.tenant_id AND a.vendor_id = it.vendor_id
   AND number_key(a.bank_account) IS NOT DISTINCT FROM number_key(it.bank_account)
   AND a.version > coalesce((SELECT max(b.version) FROM vendor_bank_accounts b
                              WHERE b.tenant_id = $1 AND b.vendor_id = $2 AND b.verified_at IS NOT NULL), 0)
 WHERE it.tenant_id = $1 AND it.vendor_id = $2 AND it.id = $3 AND a.created_by_id IS NOT NULL`;

type PaidVersion = Omit<PaidAccount, 'verified'> & { readonly vendorName: string };

/** Versions of bank details of the transaction's tenant. For writes the caller must hold the lock on the vendor. */
@Injectable()
export class BankAccountsRepository {
  constructor(private readonly clock: Clock) {}

  /** Null for a vendor that never had bank details. */
  async newest(tx: Transaction, vendorId: VendorId): Promise<VendorBankAccount | null> {
    const where = { tenantId: tx.tenantId, vendorId };
    return tx.repository(VendorBankAccount).findOne({ where, order: { version: 'DESC' } });
  }

  /** @throws DomainError NOT_FOUND */
  async get(tx: Transaction, vendorId: VendorId, id: number): Promise<VendorBankAccount> {
    const found = await tx.repository(VendorBankAccount).findOneBy({ tenantId: tx.tenantId, vendorId, id });
    if (!found) throw notFound();
    return found;
  }

  /** Users who entered the account of this version since the last verified version. */
  async enteredBy(tx: Transaction, vendorId: VendorId, id: number): Promise<readonly UserId[]> {
    const rows = await tx.query<{ id: UserId }>(ENTERED_BY, [tx.tenantId, vendorId, id]);
    return rows.map((row) => row.id);
  }

  /** Inserts the version after `before`. `BankVersions` records it for its own audit entry. */
  async insert(
    tx: Transaction,
    vendorId: VendorId,
    before: VendorBankAccount | null,
    details: BankDetails,
    byId: UserId | null,
  ): Promise<VendorBankAccount> {
    return tx.repository(VendorBankAccount).save({
      ...details,
      tenantId: tx.tenantId,
      vendorId,
      version: (before?.version ?? 0) + 1,
      iban: ibanOf(details.bankAccount),
      createdById: byId,
      createdAt: this.clock.now(),
      verifiedById: null,
      verifiedAt: null,
    });
  }

  /** Saves the verification, in the row and in the object. */
  async verify(tx: Transaction, account: VendorBankAccount, byId: UserId | null): Promise<void> {
    const before = { ...account };
    Object.assign(account, { verifiedById: byId, verifiedAt: this.clock.now() });
    noteBankAccount(tx, before, account);
    const { tenantId, id, verifiedById, verifiedAt } = account;
    await tx.repository(VendorBankAccount).update({ tenantId, id }, { verifiedById, verifiedAt });
  }

  async payable(tx: Transaction, vendorId: VendorId): Promise<Omit<PayableVersions<PaidAccount>, 'control'>> {
    return payableVersions(await tx.query<PaidAccount>(PAYABLE, [tx.tenantId, vendorId]));
  }

  /** @throws DomainError NOT_FOUND */
  async paid(tx: Transaction, vendorId: VendorId, id: number): Promise<PaidVersion> {
    const [row] = await tx.query<PaidVersion>(PAID, [tx.tenantId, vendorId, id]);
    if (!row) throw notFound();
    return row;
  }

  /** At most five other vendors that have or had this IBAN. */
  async othersWithIban(tx: Transaction, vendorId: VendorId, iban: string): Promise<{ id: number; name: string }[]> {
    return tx.query(WITH_IBAN, [tx.tenantId, iban, vendorId]);
  }
}
