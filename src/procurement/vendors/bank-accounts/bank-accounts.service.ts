import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import type { Actor } from '../../../common/actor';
import type { Warning } from '../../../common/warnings';
import { apiName, changesOf } from '../../../common/records/changes';
import type { VendorId } from '../../../common/records/ids';
import { Outbox, type Transaction, UnitOfWork } from '../../../platform/database';
import { TenantSettings } from '../../../organisation/tenants';
import {
  type BankDetails,
  type GivenDetails,
  type PaidAccount,
  type PayableVersions,
  type PaymentTarget,
  requireVerifiable,
  unverifiedWarnings,
} from '../domain/bank-accounts';
import type { Vendor } from '../entities/vendor.entity';
import type { VendorBankAccount } from '../entities/vendor-bank-account.entity';
import { VendorsRepository } from '../vendors.repository';
import { type BankAccountRow, BankAccountsQueries } from './bank-accounts.queries';
import { BankAccountsRepository } from './bank-accounts.repository';
import { vendorEvent } from '../domain/vendor-event';
import { BankVersions } from './bank-versions';

export interface ChangedBankAccount {
  readonly account: BankAccountRow;
  readonly warnings: readonly Warning[];
}

/** The columns of a payment that identify its bank details. */
export interface PaidTo {
  readonly bankAccountId?: number | null;
  readonly bankAccountVerified?: boolean | null;
}

@Injectable()
export class BankAccountsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vendors: VendorsRepository,
    private readonly accounts: BankAccountsRepository,
    private readonly versions: BankVersions,
    private readonly queries: BankAccountsQueries,
    private readonly settings: TenantSettings,
    private readonly authority: TokenAuthority,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds the newest version of a vendor's bank details, which another user must verify. Details equal to the newest
   * version are not saved again; that version is returned.
   * @throws DomainError NOT_FOUND
   */
  async add(actor: Actor, vendorId: VendorId, details: GivenDetails): Promise<ChangedBankAccount> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const vendor = await this.vendors.lock(tx, vendorId);
      const newest = await this.accounts.newest(tx, vendorId);
      const isSame = newest !== null && Object.keys(changesOf<BankDetails>(newest, details)).length === 0;
      const account = isSame ? newest : await this.addTo(tx, actor, vendor, details);
      const warnings = await this.versions.warnings(tx, account);
      return { account: await this.queries.get(tx, vendorId, account.id), warnings };
    });
  }

  /**
   * Verifies the newest version of a vendor's bank details.
   * @throws DomainError NOT_FOUND; INVALID_STATUS for a verified or superseded version; SELF_APPROVAL_FORBIDDEN for
   *   users who entered the account since the last verified version
   */
  async verify(actor: Actor, vendorId: VendorId, id: number): Promise<BankAccountRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.authority.recheckToken(tx, actor), this.vendors.lock(tx, vendorId)]);
      const [account, newest, enteredByIds] = await Promise.all([
        this.accounts.get(tx, vendorId, id),
        this.accounts.newest(tx, vendorId),
        this.accounts.enteredBy(tx, vendorId, id),
      ]);
      requireVerifiable({ ...account, isNewest: newest?.id === id, enteredByIds }, actor.userId);
      await this.accounts.verify(tx, account, actor.userId);
      await this.versions.publishVerified(tx, actor, vendor, account);
      return this.queries.get(tx, vendorId, id);
    });
  }

  /**
   * Input of `paymentTarget`. The caller must lock the vendor before or concurrently (`VendorReferences.hold`), so that
   * its bank details cannot change until the end of the transaction.
   */
  async payable(tx: Transaction, vendorId: VendorId): Promise<PayableVersions<PaidAccount>> {
    const [versions, { settings }] = await Promise.all([this.accounts.payable(tx, vendorId), this.settings.of(tx)]);
    return { ...versions, control: settings.bank_change_control };
  }

  /** The bank details of a recorded payment, with their warnings. */
  async paid(tx: Transaction, payment: PaidTo, vendorId: VendorId): Promise<PaymentTarget<PaidAccount>> {
    const { bankAccountId = null, bankAccountVerified: verified } = payment;
    if (bankAccountId === null) return { account: null, warnings: [] };
    const [{ settings }, { vendorName, ...account }] = await Promise.all([
      this.settings.of(tx),
      this.accounts.paid(tx, vendorId, bankAccountId),
    ]);
    const paid = { ...account, verified: verified === true };
    return { account: paid, warnings: unverifiedWarnings(settings.bank_change_control, paid, { name: vendorName }) };
  }

  private async addTo(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    details: GivenDetails,
  ): Promise<VendorBankAccount> {
    const added = await this.versions.add(tx, actor, vendor, details);
    const { bankName, bankAccount } = details;
    const fields = Object.keys(changesOf<Vendor>(vendor, { bankName, bankAccount })).map(apiName);
    await this.vendors.update(tx, vendor, { bankName, bankAccount });
    await this.versions.publishAdded(tx, actor, vendor, added);
    if (fields.length > 0) {
      const event = { ...vendorEvent(vendor), updated_fields: fields, updated_at: vendor.updatedAt.toISOString() };
      await this.outbox.record(tx, 'vendor.updated', event);
    }
    return added;
  }
}
