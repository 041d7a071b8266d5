import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../organisation/auth';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { apiName, changesOf } from '../../common/records/changes';
import { Clock } from '../../common/clock';
import { DomainError, invalid, invalidField } from '../../common/errors';
import {
  AuditLog,
  isUniqueViolation,
  Outbox,
  requireOwnExternalId,
  type Transaction,
  UnitOfWork,
} from '../../platform/database';
import { omitUndefined } from '../../common/records/given';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { TenantId, VendorId } from '../../common/records/ids';
import { BankVersions } from './bank-accounts/bank-versions';
import { type BlockType, nextStatus, statusRestored, statusSet } from './domain/lifecycle';
import { vendorEvent } from './domain/vendor-event';
import { withFirstContact } from './domain/contacts';
import { newVendor, type NewVendorInput, type VendorInput } from './vendor-input';
import { changesIn } from '../../platform/records';
import { type Vendor, WrittenVendor } from './entities/vendor.entity';
import type { VendorBankAccount } from './entities/vendor-bank-account.entity';
import { type VendorDetail, VendorsQueries } from './vendors.queries';
import { type TakenNumbers, type VendorChanges, type VendorNumbers, VendorsRepository } from './vendors.repository';

/** Form A names of the fields that a block or unblock changes. */
const BLOCK_FIELDS = ['status', 'blocked_reason', 'blocked_at'];

/**
 * Unique constraints of the number fields. Locks and the keys of `VendorsRepository.takenNumbers` detect duplicates.
 * The constraints only stop an instance of an older release that has no keys.
 */
const UNIQUE_FIELDS = { uq_vendors_tenant_id_vat_number: 'vat_number', uq_vendors_tenant_id_cr_number: 'cr_number' };

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

  /** @throws DomainError VALIDATION_ERROR on a VAT or registration number or external id of another vendor */
  async create(actor: Actor, input: NewVendorInput): Promise<VendorDetail> {
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const { externalId } = input;
      await Promise.all([
        this.vendors.lockNumbers(tx, [input]),
        typeof externalId === 'string' && this.vendors.lockExternalId(tx, externalId),
      ]);
      await requireOwnExternalId(tx, 'vendors', { id: null, externalId });
      return this.add(tx, actor, input);
    });
  }

  /** Locks VAT and registration numbers of several vendors. Must be the first action of the transaction. */
  lockNumbers(tx: Transaction, numbers: readonly VendorNumbers[]): Promise<void> {
    return this.vendors.lockNumbers(tx, numbers);
  }

  /**
   * Creates active vendors without bank details, all or none, with a fixed number of statements.
   * @throws DomainError VALIDATION_ERROR on a VAT or registration number of another vendor, or of two of the new ones
   */
  async createAll(tx: Transaction, actor: Actor, inputs: readonly NewVendorInput[]): Promise<readonly Vendor[]> {
    const blanks = inputs.map(newVendor);
    refuseTaken(await this.vendors.takenOfAny(tx, blanks));
    const vendors = await this.vendors.insertAll(tx, blanks);
    const entries = vendors.map(({ id }) => ({ action: 'created', entityType: 'vendor' as const, entityId: id }));
    await this.audit.record(tx, actor, ...entries);
    const events = vendors.map((one) => ({ ...vendorEvent(one), created_at: one.createdAt.toISOString() }));
    await this.outbox.recordAll(tx, 'vendor.created', events);
    return vendors;
  }

  /**
   * Changes the given fields. Without a difference nothing is written, audited or published.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS for the status of a blocked vendor,
   *   VALIDATION_ERROR on a VAT or registration number or external id of another vendor
   */
  async update(actor: Actor, id: VendorId, input: VendorInput, ifMatch: IfMatch): Promise<VendorDetail> {
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.vendors.lockNumbers(tx, [input]), this.vendors.lock(tx, id)]);
      return this.edit(tx, actor, vendor, input, ifMatch);
    });
  }

  /**
   * Updates the vendor with this external id, or creates it. A concurrent second request waits for the first and then
   * updates the new vendor. A vendor whose external id changed meanwhile is not updated.
   * @throws DomainError as {@link create} and {@link update}; VALIDATION_ERROR on `name` if a new vendor has none, and
   *   on `external_id` if the input has another one
   */
  async upsert(
    actor: Actor,
    externalId: string,
    input: VendorInput,
    ifMatch: IfMatch,
  ): Promise<{ readonly detail: VendorDetail; readonly isNew: boolean }> {
    const named = { ...input, externalId: input.externalId === undefined ? externalId : input.externalId };
    if (named.externalId !== externalId) throw invalidField('external_id', 'vendor.external_id_differs');
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([
        this.vendors.lockNumbers(tx, [input]),
        this.vendors.lockByExternalId(tx, externalId),
      ]);
      if (vendor) return { detail: await this.edit(tx, actor, vendor, named, ifMatch), isNew: false };
      // Without a vendor no version can match (RFC 9110, section 13.1.1).
      if (ifMatch !== undefined) throw new DomainError('PRECONDITION_FAILED', { key: 'error.no_version' });
      const { name } = named;
      if (name === undefined) throw invalidField('name', 'validation.required');
      return { detail: await this.add(tx, actor, { ...named, name }), isNew: true };
    });
  }

  /**
   * Blocks or blacklists a vendor: no orders and payments, and no approval of its invoices without an override.
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
   * Restores the status before the block.
   * @throws DomainError NOT_FOUND, INVALID_STATUS, FORBIDDEN_ABILITY for a blacklisted vendor without the ability
   *   `admin`
   */
  async unblock(actor: Actor, id: VendorId): Promise<VendorDetail> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.authority.recheckToken(tx, actor), this.vendors.lock(tx, id)]);
      if (vendor.status === 'blacklisted') requireRule(actor, 'vendors.unblock_blacklisted');
      const status = statusRestored(vendor.status, vendor.statusBeforeBlock);
      const changes = { status, statusBeforeBlock: null, blockedReason: null, blockedAt: null };
      const entry = { action: 'unblocked', details: { from: vendor.status } };
      return this.change(tx, actor, vendor, { changes, fields: BLOCK_FIELDS, entry });
    });
  }

  private async add(tx: Transaction, actor: Actor, input: NewVendorInput): Promise<VendorDetail> {
    const { bankName = null, bankAccount = null } = input;
    const blank = newVendor(input);
    await this.requireOwnNumbers(tx, null, blank);
    const vendor = await this.vendors.insert(tx, blank);
    await this.audit.record(tx, actor, { action: 'created', entityType: 'vendor', entityId: vendor.id });
    const event = { ...vendorEvent(vendor), created_at: vendor.createdAt.toISOString() };
    await this.outbox.record(tx, 'vendor.created', event);
    if (bankName === null && bankAccount === null) return this.queries.withPerformance(tx, vendor);
    const added = await this.versions.add(tx, actor, vendor, { bankName, bankAccount });
    await this.vendors.enterBankDetails(tx, vendor, { bankName, bankAccount });
    await this.versions.publishAdded(tx, actor, vendor, added);
    return this.withWarnings(tx, vendor, added);
  }

  private async edit(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    input: VendorInput,
    ifMatch: IfMatch,
  ): Promise<VendorDetail> {
    requireVersion(ifMatch, vendor.version);
    const changes = changedColumns(vendor, input);
    const fields = Object.keys(changes).map(apiName);
    if (fields.length === 0) return this.queries.withPerformance(tx, vendor);
    await requireOwnExternalId(tx, 'vendors', { id: vendor.id, externalId: changes.externalId });
    await this.requireOwnNumbers(tx, vendor, changes);
    const entry = { action: 'updated', details: { updated_fields: fields } };
    if (!('bankName' in changes || 'bankAccount' in changes)) {
      return this.change(tx, actor, vendor, { changes, fields, entry });
    }
    const { bankName, bankAccount } = { ...vendor, ...changes };
    const added = await this.versions.add(tx, actor, vendor, { bankName, bankAccount });
    await this.change(tx, actor, vendor, { changes, fields, entry });
    await this.versions.publishAdded(tx, actor, vendor, added);
    return this.withWarnings(tx, vendor, added);
  }

  /** Saves the changes of a locked vendor with their audit entry and event. */
  private async change(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    { changes, fields, entry }: Change,
  ): Promise<VendorDetail> {
    await this.vendors.update(tx, vendor, changes);
    await this.audit.record(tx, actor, { ...entry, entityType: 'vendor', entityId: vendor.id });
    const event = { ...vendorEvent(vendor), updated_fields: fields, updated_at: vendor.updatedAt.toISOString() };
    await this.outbox.record(tx, 'vendor.updated', event);
    return this.queries.withPerformance(tx, vendor);
  }

  private async withWarnings(tx: Transaction, vendor: Vendor, account: VendorBankAccount): Promise<VendorDetail> {
    const warnings = await this.versions.warnings(tx, account);
    return { ...(await this.queries.withPerformance(tx, vendor)), warnings };
  }

  /** @throws DomainError VALIDATION_ERROR on each number of another vendor, in any spelling */
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

function refuseTaken(taken: TakenNumbers): void {
  if (taken.size === 0) return;
  throw invalid(Object.fromEntries([...taken].map(([field, message]) => [apiName(field), [message]])));
}

interface Change {
  readonly changes: VendorChanges;
  /** Form A names of the changed fields. */
  readonly fields: string[];
  readonly entry: { readonly action: string; readonly details: Record<string, unknown> };
}

/** The columns whose values the input changes. */
function changedColumns(vendor: Vendor, input: VendorInput): VendorChanges {
  const { status, firstContact, contacts = vendor.contacts } = input;
  const others: Partial<Vendor> = {
    contacts: firstContact
      ? withFirstContact(contacts, firstContact, { ...vendor, ...omitUndefined(input) })
      : contacts,
    ...(status && { status: statusSet(vendor.status, status) }),
  };
  return { ...changesIn(WrittenVendor, vendor, input), ...changesOf(vendor, others) };
}
