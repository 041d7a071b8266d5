import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import { AuditLog, Outbox, type Transaction } from '../../../platform/database';
import { type GivenDetails, masked, wholeDetails } from '../domain/bank-accounts';
import { noteBankAccount } from '../entities/vendor-bank-account.entity';
import { vendorEvent } from '../domain/vendor-event';
import type { Vendor } from '../entities/vendor.entity';
import type { VendorBankAccount } from '../entities/vendor-bank-account.entity';
import { BankAccountsRepository } from './bank-accounts.repository';

/** Adds versions of the bank details of a locked vendor, and publishes them. */
@Injectable()
export class BankVersions {
  constructor(
    private readonly accounts: BankAccountsRepository,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds a version. The caller must save bank and account on the vendor afterwards: otherwise the trigger
   * `keep_bank_details` adds a version without a user.
   */
  async add(tx: Transaction, actor: Actor, { id }: Vendor, details: GivenDetails): Promise<VendorBankAccount> {
    const before = await this.accounts.newest(tx, id);
    return this.accounts.insert(tx, id, before, wholeDetails(before, details), actor.userId);
  }

  /** Writes the audit entry and the event of a new version. Call it after the vendor is saved. */
  async publishAdded(tx: Transaction, actor: Actor, vendor: Vendor, account: VendorBankAccount): Promise<void> {
    noteBankAccount(tx, null, account);
    await this.record(tx, actor, vendor, 'bank_account_added', { bank_account_id: account.id });
    await this.publish(tx, vendor, account, account.createdAt);
  }

  async publishVerified(tx: Transaction, actor: Actor, vendor: Vendor, account: VendorBankAccount): Promise<void> {
    const { bank_account_id, bank_account } = dataOf(account);
    await this.record(tx, actor, vendor, 'bank_account_verified', { bank_account_id, bank_account });
    await this.publish(tx, vendor, account, account.verifiedAt ?? account.createdAt);
  }

  /** Warns of other vendors with the same IBAN: a duplicate vendor or a fraudulent account change. */
  async warnings(tx: Transaction, { vendorId, iban }: VendorBankAccount): Promise<readonly Warning[]> {
    if (iban === null) return [];
    const others = await this.accounts.othersWithIban(tx, vendorId, iban);
    return others.map(({ id, name }) => ({
      code: 'DUPLICATE_SUSPECTED',
      text: { key: 'vendor.iban_of_another', params: { id, name } },
    }));
  }

  private record(tx: Transaction, actor: Actor, vendor: Vendor, action: string, details: object): Promise<void> {
    return this.audit.record(tx, actor, { action, entityType: 'vendor', entityId: vendor.id, details: { ...details } });
  }

  private async publish(tx: Transaction, vendor: Vendor, account: VendorBankAccount, at: Date): Promise<void> {
    const data = { ...vendorEvent(vendor), ...dataOf(account), changed_at: at.toISOString() };
    await this.outbox.record(tx, 'vendor.bank_account_changed', data);
  }
}

function dataOf({ id, bankName, bankAccount, verifiedAt }: VendorBankAccount) {
  return { bank_account_id: id, bank_name: bankName, bank_account: masked(bankAccount), verified: verifiedAt !== null };
}
