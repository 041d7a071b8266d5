import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import { requireRule } from '../common/actor/abilities';
import type { Actor } from '../common/actor';
import { apiName, changesOf } from '../common/records/changes';
import { Clock } from '../common/clock';
import { invalid, invalidField } from '../common/errors';
import { AuditLog, isUniqueViolation, Outbox, type Transaction, UnitOfWork } from '../database';
import { type IfMatch, requireVersion } from '../common/records/versions';
import type { TenantId, VendorId } from '../common/records/ids';
import { BankVersions } from './bank-accounts/bank-versions';
import {
  assertUsable,
  type BlockType,
  nextStatus,
  type ReferencedVendor,
  statusRestored,
  statusSet,
  type UsableVendor,
} from './domain/lifecycle';
import { DEFAULT_PAYMENT_TERMS } from './domain/payment-terms';
import { type NewVendorInput, type VendorInput, withFirstContact } from './domain/vendor-input';
import type { Vendor } from './entities/vendor.entity';
import type { VendorBankAccount } from './entities/vendor-bank-account.entity';
import { type VendorDetail, VendorsQueries } from './vendors.queries';
import { type VendorChanges, type VendorNumbers, VendorsRepository } from './vendors.repository';

/** A {@link ReferencedVendor}. Values: tenant, vendor. */
const REFERENCE = `
SELECT id, name, name_ar AS "nameAr", email, vat_number AS "vatNumber", category, currency,
       payment_terms AS "paymentTerms", status, bank_changed_at AS "bankChangedAt"
  FROM vendors WHERE tenant_id = $1 AND id = $2`;

/** Defaults for fields left out of a new vendor. */
const DEFAULTS = {
  nameAr: null,
  email: null,
  phone: null,
  address: null,
  vatNumber: null,
  crNumber: null,
  category: null,
  paymentTerms: DEFAULT_PAYMENT_TERMS,
  currency: null,
};

/** Form A's names of what a block and an unblock change. */
const BLOCK_FIELDS = ['status', 'blocked_reason', 'blocked_at'];

/**
 * The fields of numbers that no two vendors share. A lock and the keys of `VendorsRepository.takenNumbers` decide; an instance of
 * a release without them is stopped by unique constraints where it spells a number alike.
 */
const UNIQUE_FIELDS = { uq_vendors_tenant_id_vat_number: 'vat_number', uq_vendors_tenant_id_cr_number: 'cr_number' };

/** The verbs of vendors, and the checks of modules that name one. */
@Injectable()
export class VendorsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vendors: VendorsRepository,
    private readonly queries: VendorsQueries,
    private readonly versions: BankVersions,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly authority: TokenAuthority,
    private readonly clock: Clock,
  ) {}

  /**
   * The vendor, if it may be ordered from.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none, VENDOR_BLOCKED when it is blocked,
   *   blacklisted or inactive
   */
  async requireUsable(tx: Transaction, id: VendorId): Promise<UsableVendor> {
    const vendor = await this.lookUp(tx, id);
    assertUsable(vendor);
    return vendor;
  }

  /**
   * The vendor whatever its status.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none
   */
  async lookUp(tx: Transaction, id: VendorId): Promise<ReferencedVendor> {
    return this.referenced(tx, REFERENCE, id);
  }

  /**
   * {@link lookUp} of a vendor that stays as it is until the transaction ends: nobody blocks it, or changes or verifies its
   * bank details. Orders go on changing its totals and its score.
   * @throws DomainError VALIDATION_ERROR on `vendor_id` when there is none
   */
  async hold(tx: Transaction, id: VendorId): Promise<ReferencedVendor> {
    return this.referenced(tx, `${REFERENCE} FOR KEY SHARE`, id);
  }

  /**
   * Creates an active vendor.
   * @throws DomainError VALIDATION_ERROR on a VAT or registration number that another vendor has
   */
  async create(actor: Actor, input: NewVendorInput): Promise<VendorDetail> {
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const { firstContact = {}, contacts = [], bankName = null, bankAccount = null, ...columns } = input;
      const blank = { ...DEFAULTS, ...columns };
      await this.requireOwnNumbers(tx, null, blank);
      const vendor = await this.vendors.insert(tx, {
        ...blank,
        contacts: withFirstContact(contacts, firstContact, blank),
      });
      await this.audit.record(tx, actor, { action: 'created', entityType: 'vendor', entityId: vendor.id });
      const { id, name, status, createdAt } = vendor;
      const event = { vendor_id: id, name, status, created_at: createdAt.toISOString() };
      await this.outbox.record(tx, 'vendor.created', event);
      if (bankName === null && bankAccount === null) return this.queries.withPerformance(tx, vendor);
      const added = await this.versions.add(tx, actor, vendor, { bankName, bankAccount });
      await this.vendors.enterBankDetails(tx, vendor, { bankName, bankAccount });
      await this.versions.tellAdded(tx, actor, vendor, added);
      return this.withWarnings(tx, vendor, added);
    });
  }

  /**
   * Creates active vendors without bank details, as {@link create}: all or none, in a few statements for all of them.
   * @throws DomainError VALIDATION_ERROR on a VAT or registration number that another vendor has, or two of these
   */
  async createAll(tx: Transaction, actor: Actor, inputs: readonly NewVendorInput[]): Promise<readonly Vendor[]> {
    const blanks = inputs.map(({ firstContact = {}, contacts = [], bankName: _n, bankAccount: _a, ...columns }) => {
      const blank = { ...DEFAULTS, ...columns };
      return { ...blank, contacts: withFirstContact(contacts, firstContact, blank) };
    });
    refuseTaken(await this.vendors.takenOfAny(tx, blanks));
    const vendors = await this.vendors.insertAll(tx, blanks);
    const entries = vendors.map(({ id }) => ({ action: 'created', entityType: 'vendor' as const, entityId: id }));
    await this.audit.record(tx, actor, ...entries);
    const events = vendors.map(({ id, name, status, createdAt }) => ({
      ...{ vendor_id: id, name, status, created_at: createdAt.toISOString() },
    }));
    await this.outbox.recordAll(tx, 'vendor.created', events);
    return vendors;
  }

  /**
   * Changes what the input mentions. Where all of it is so already nothing is written, no audit entry and no event.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS for the status of a blocked vendor,
   *   VALIDATION_ERROR on a VAT or registration number that another vendor has
   */
  async update(actor: Actor, id: VendorId, input: VendorInput, ifMatch: IfMatch): Promise<VendorDetail> {
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const vendor = await this.vendors.lock(tx, id);
      requireVersion(ifMatch, vendor.version);
      const changes = changesIn(vendor, input);
      const fields = Object.keys(changes).map(apiName);
      if (fields.length === 0) return this.queries.withPerformance(tx, vendor);
      await this.requireOwnNumbers(tx, vendor, changes);
      const entry = { action: 'updated', details: { updated_fields: fields } };
      if (!('bankName' in changes || 'bankAccount' in changes)) {
        return this.change(tx, actor, vendor, { changes, fields, entry });
      }
      const { bankName, bankAccount } = { ...vendor, ...changes };
      const added = await this.versions.add(tx, actor, vendor, { bankName, bankAccount });
      await this.change(tx, actor, vendor, { changes, fields, entry });
      await this.versions.tellAdded(tx, actor, vendor, added);
      return this.withWarnings(tx, vendor, added);
    });
  }

  /**
   * Blocks or blacklists an active or inactive vendor: nothing new is ordered from it, billed by it or paid to it.
   * @throws DomainError NOT_FOUND, INVALID_STATUS
   */
  async block(actor: Actor, id: VendorId, type: BlockType, reason: string): Promise<VendorDetail> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const vendor = await this.vendors.lock(tx, id);
      const status = nextStatus(vendor.status, type);
      const changes = { status, statusBeforeBlock: vendor.status, blockedReason: reason, blockedAt: this.clock.now() };
      const entry = { action: status, details: { reason } };
      return this.change(tx, actor, vendor, { changes, fields: BLOCK_FIELDS, entry });
    });
  }

  /**
   * Gives a blocked or blacklisted vendor the status that it had before.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, FORBIDDEN_ABILITY when it is blacklisted and the actor no admin
   */
  async unblock(actor: Actor, id: VendorId): Promise<VendorDetail> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.authority.confirm(tx, actor), this.vendors.lock(tx, id)]);
      if (vendor.status === 'blacklisted') requireRule(actor, 'vendors.unblock_blacklisted');
      const status = statusRestored(vendor.status, vendor.statusBeforeBlock);
      const changes = { status, statusBeforeBlock: null, blockedReason: null, blockedAt: null };
      const entry = { action: 'unblocked', details: { from: vendor.status } };
      return this.change(tx, actor, vendor, { changes, fields: BLOCK_FIELDS, entry });
    });
  }

  /** Writes the changes of a locked vendor, with their audit entry and event. */
  private async change(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    { changes, fields, entry }: Change,
  ): Promise<VendorDetail> {
    await this.vendors.update(tx, vendor, changes);
    await this.audit.record(tx, actor, { ...entry, entityType: 'vendor', entityId: vendor.id });
    const { id, name, status, updatedAt } = vendor;
    const event = { vendor_id: id, name, status, updated_fields: fields, updated_at: updatedAt.toISOString() };
    await this.outbox.record(tx, 'vendor.updated', event);
    return this.queries.withPerformance(tx, vendor);
  }

  private async referenced(tx: Transaction, sql: string, id: VendorId): Promise<ReferencedVendor> {
    const [vendor] = await tx.query<ReferencedVendor>(sql, [tx.tenantId, id]);
    if (!vendor) throw invalidField('vendor_id', 'validation.exists');
    return vendor;
  }

  private async withWarnings(tx: Transaction, vendor: Vendor, account: VendorBankAccount): Promise<VendorDetail> {
    const warnings = await this.versions.warnings(tx, account);
    return { ...(await this.queries.withPerformance(tx, vendor)), warnings };
  }

  /** @throws DomainError VALIDATION_ERROR on each number that another vendor has, however it is spelled */
  private async requireOwnNumbers(tx: Transaction, vendor: Vendor | null, numbers: VendorNumbers): Promise<void> {
    refuseTaken(await this.vendors.takenNumbers(tx, vendor?.id ?? null, numbers));
  }

  private async withUniqueNumbers<T>(tenantId: TenantId, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.unitOfWork.run(tenantId, work);
    } catch (error) {
      const field = Object.entries(UNIQUE_FIELDS).find(([constraint]) => isUniqueViolation(error, constraint))?.[1];
      throw field === undefined ? error : invalidField(field, 'validation.taken');
    }
  }
}

/** @throws DomainError VALIDATION_ERROR on each of these numbers */
function refuseTaken(taken: readonly (keyof VendorNumbers)[]): void {
  if (taken.length === 0) return;
  throw invalid(Object.fromEntries(taken.map((field) => [apiName(field), [{ key: 'validation.taken' }]])));
}

interface Change {
  readonly changes: VendorChanges;
  /** Form A's names of what changes. */
  readonly fields: string[];
  readonly entry: { readonly action: string; readonly details: Record<string, unknown> };
}

/** The columns that an input gives other values than the vendor has. */
function changesIn(vendor: Vendor, input: VendorInput): VendorChanges {
  const { status, firstContact, ...columns } = input;
  return changesOf<VendorChanges>(vendor, {
    ...columns,
    ...(status && { status: statusSet(vendor.status, status) }),
    ...(firstContact && { contacts: withFirstContact(vendor.contacts, firstContact, { ...vendor, ...columns }) }),
  });
}
