import { Injectable } from '@nestjs/common';
import type { Actor } from '../common/actor';
import { type DomainError, invalidField } from '../common/errors';
import { AuditLog, isUniqueViolation, Outbox, type Transaction, UnitOfWork } from '../database';
import { type IfMatch, requireVersion } from '../http';
import { apiName, changesOf } from '../common/changes';
import { withFirstContact } from './domain/contacts';
import { statusSet } from './domain/lifecycle';
import { DEFAULT_PAYMENT_TERMS } from './domain/payment-terms';
import type { Vendor } from './entities/vendor.entity';
import { vendorCreated, vendorUpdated } from './vendor-events';
import type { NewVendorInput, VendorInput } from './domain/vendor-input';
import { assertUsable, REFERENCE, type ReferencedVendor, type UsableVendor } from './domain/usable';
import type { VendorDetail } from './vendor-rows';
import { VendorTotals } from './track-record/vendor-totals';
import { VendorsQueries } from './vendors.queries';
import { type VendorChanges, VendorsRepository } from './vendors.repository';

/** What a new vendor has that says nothing of it. */
const UNSAID = {
  nameAr: null,
  email: null,
  phone: null,
  address: null,
  vatNumber: null,
  crNumber: null,
  category: null,
  paymentTerms: DEFAULT_PAYMENT_TERMS,
  currency: null,
  bankName: null,
  bankAccount: null,
};

/** Writing vendors down, and answering for them to the modules that name one. */
@Injectable()
export class VendorsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vendors: VendorsRepository,
    private readonly queries: VendorsQueries,
    private readonly totals: VendorTotals,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The vendor, if it may be ordered from.
   * @param options.field the field of the request that named it
   * @throws DomainError VALIDATION_ERROR on the field when there is none, VENDOR_BLOCKED when it is blocked,
   *   blacklisted or inactive
   */
  async requireUsable(tx: Transaction, id: number, { field = 'vendor_id' } = {}): Promise<UsableVendor> {
    const vendor = await this.lookUp(tx, id, { field });
    assertUsable(vendor);
    return vendor;
  }

  /** The vendor whatever its status. Throws VALIDATION_ERROR on the field when there is none. */
  async lookUp(tx: Transaction, id: number, { field = 'vendor_id' } = {}): Promise<ReferencedVendor> {
    const [vendor] = await tx.query<ReferencedVendor>(REFERENCE, [tx.tenantId, id]);
    if (!vendor) throw invalidField(field, 'validation.exists');
    return vendor;
  }

  /** Creates an active vendor. Throws VALIDATION_ERROR on a VAT or registration number that is taken. */
  async create(actor: Actor, input: NewVendorInput): Promise<VendorDetail> {
    return this.writing(actor.tenantId, async (tx) => {
      const { firstContact = {}, contacts = [], ...columns } = input;
      const blank = { ...UNSAID, ...columns };
      const vendor = await this.vendors.insert(tx, {
        ...blank,
        contacts: withFirstContact(contacts, firstContact, blank),
      });
      await this.audit.record(tx, actor, { action: 'created', entityType: 'vendor', entityId: vendor.id });
      await this.outbox.record(tx, 'vendor.created', vendorCreated(vendor));
      return this.queries.get(tx.tenantId, vendor.id);
    });
  }

  /**
   * Changes what the input mentions; what is already so is no change, and tells nobody.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, INVALID_STATUS for the status of a blocked vendor,
   *   VALIDATION_ERROR on a VAT or registration number that is taken
   */
  async update(actor: Actor, id: number, input: VendorInput, ifMatch: IfMatch): Promise<VendorDetail> {
    return this.writing(actor.tenantId, async (tx) => {
      const vendor = await this.vendors.lock(tx, id);
      requireVersion(ifMatch, vendor.version);
      const changes = this.changes(vendor, input);
      const fields = Object.keys(changes).map(apiName);
      if (fields.length > 0) await this.apply(tx, actor, vendor, changes, fields);
      return this.queries.get(tx.tenantId, id);
    });
  }

  private changes(vendor: Vendor, input: VendorInput): VendorChanges {
    const { status, firstContact, ...columns } = input;
    return changesOf<VendorChanges>(vendor, {
      ...columns,
      ...(status && { status: statusSet(vendor.status, status) }),
      ...(firstContact && { contacts: withFirstContact(vendor.contacts, firstContact, { ...vendor, ...columns }) }),
    });
  }

  private async apply(
    tx: Transaction,
    actor: Actor,
    vendor: Vendor,
    changes: VendorChanges,
    fields: string[],
  ): Promise<void> {
    await this.vendors.update(tx, vendor, changes);
    if ('currency' in changes) await this.totals.recount(tx, vendor.id);
    await this.audit.record(tx, actor, {
      action: 'updated',
      entityType: 'vendor',
      entityId: vendor.id,
      details: { updated_fields: fields },
    });
    await this.outbox.record(tx, 'vendor.updated', vendorUpdated(vendor, fields));
  }

  private async writing<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await this.unitOfWork.run(tenantId, work);
    } catch (error) {
      throw taken(error) ?? error;
    }
  }
}

const UNIQUE_FIELDS = { uq_vendors_tenant_id_vat_number: 'vat_number', uq_vendors_tenant_id_cr_number: 'cr_number' };

/** A number that another vendor has, as a fault of its field: told by the database, so that no race slips through. */
function taken(error: unknown): DomainError | undefined {
  const field = Object.entries(UNIQUE_FIELDS).find(([constraint]) => isUniqueViolation(error, constraint))?.[1];
  return field === undefined ? undefined : invalidField(field, 'validation.taken');
}
