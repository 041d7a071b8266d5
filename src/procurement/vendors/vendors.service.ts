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
import { given } from '../../common/records/given';
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

/** Form A's names of what a block and an unblock change. */
const BLOCK_FIELDS = ['status', 'blocked_reason', 'blocked_at'];

/**
 * The fields of numbers that no two vendors share. A lock and the keys of `VendorsRepository.takenNumbers` decide; an instance of
 * a release without them is stopped by unique constraints where it spells a number alike.
 */
const UNIQUE_FIELDS = { uq_vendors_tenant_id_vat_number: 'vat_number', uq_vendors_tenant_id_cr_number: 'cr_number' };

/** The verbs of vendors. */
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
   * Creates a vendor.
   * @throws DomainError VALIDATION_ERROR on a VAT or registration number or an external id that another vendor has
   */
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

  /** Locks the numbers that the rest of the transaction gives to several vendors. Call it before any verb of the transaction. */
  lockNumbers(tx: Transaction, numbers: readonly VendorNumbers[]): Promise<void> {
    return this.vendors.lockNumbers(tx, numbers);
  }

  /**
   * Creates active vendors without bank details, as {@link create}: all or none, in a few statements for all of them.
   * @throws DomainError VALIDATION_ERROR on a VAT or registration number that another vendor has, or two of these
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
   * Changes what the input mentions. Where all of it is so already nothing is written, no audit entry and no event.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS for the status of a blocked vendor,
   *   VALIDATION_ERROR on a VAT or registration number or an external id that another vendor has
   */
  async update(actor: Actor, id: VendorId, input: VendorInput, ifMatch: IfMatch): Promise<VendorDetail> {
    return this.withUniqueNumbers(actor.tenantId, async (tx) => {
      const [, vendor] = await Promise.all([this.vendors.lockNumbers(tx, [input]), this.vendors.lock(tx, id)]);
      return this.edit(tx, actor, vendor, input, ifMatch);
    });
  }

  /**
   * Changes the vendor that another system knows by this id, or creates it. Of two at once the second one changes what the first one
   * created: it waits for it before it looks again. A vendor that got another id meanwhile is not changed.
   * @throws DomainError as {@link create} and {@link update}; VALIDATION_ERROR on `name` where a new vendor has none, and on
   *   `external_id` where the input names another one
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
      // There is no version that an If-Match could name (RFC 9110, section 13.1.1).
      if (ifMatch !== undefined) throw new DomainError('PRECONDITION_FAILED', { key: 'error.no_version' });
      const { name } = named;
      if (name === undefined) throw invalidField('name', 'validation.required');
      return { detail: await this.add(tx, actor, { ...named, name }), isNew: true };
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
    await this.versions.tellAdded(tx, actor, vendor, added);
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
    await this.versions.tellAdded(tx, actor, vendor, added);
    return this.withWarnings(tx, vendor, added);
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
    const event = { ...vendorEvent(vendor), updated_fields: fields, updated_at: vendor.updatedAt.toISOString() };
    await this.outbox.record(tx, 'vendor.updated', event);
    return this.queries.withPerformance(tx, vendor);
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
function refuseTaken(taken: TakenNumbers): void {
  if (taken.size === 0) return;
  throw invalid(Object.fromEntries([...taken].map(([field, message]) => [apiName(field), [message]])));
}

interface Change {
  readonly changes: VendorChanges;
  /** Form A's names of what changes. */
  readonly fields: string[];
  readonly entry: { readonly action: string; readonly details: Record<string, unknown> };
}

/** The columns that an input gives other values than the vendor has. */
function changedColumns(vendor: Vendor, input: VendorInput): VendorChanges {
  const { status, firstContact, contacts = vendor.contacts } = input;
  const others: Partial<Vendor> = {
    contacts: firstContact ? withFirstContact(contacts, firstContact, { ...vendor, ...given(input) }) : contacts,
    ...(status && { status: statusSet(vendor.status, status) }),
  };
  return { ...changesIn(WrittenVendor, vendor, input), ...changesOf(vendor, others) };
}
