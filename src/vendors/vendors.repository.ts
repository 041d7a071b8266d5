import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { notFound } from '../common/errors';
import type { VendorId } from '../common/records/ids';
import type { Transaction } from '../database';
import type { VendorInput } from './domain/vendor-input';
import { VENDOR_FIELDS } from './entities/audited';
import { Vendor } from './entities/vendor.entity';
import { VendorTotals } from './vendor-totals.sql';

/** The columns that a new vendor is given; the others get their initial values. */
export type NewVendor = Pick<Vendor, Exclude<keyof VendorInput, 'status' | 'firstContact'>>;

/** Columns of a vendor that a verb may change. */
export type VendorChanges = Partial<
  NewVendor & Pick<Vendor, 'status' | 'statusBeforeBlock' | 'blockedReason' | 'blockedAt'>
>;

/** Vendors of the transaction's tenant. */
@Injectable()
export class VendorsRepository {
  constructor(
    private readonly totals: VendorTotals,
    private readonly clock: Clock,
  ) {}

  /**
   * The vendor, locked until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: VendorId): Promise<Vendor> {
    const vendor = await tx.repository(Vendor).findOne({
      where: { tenantId: tx.tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!vendor) throw notFound();
    tx.changed.note('vendor', id, VENDOR_FIELDS, vendor, vendor);
    return vendor;
  }

  /** Inserts an active vendor and returns it with its id. */
  async insert(tx: Transaction, vendor: NewVendor): Promise<Vendor> {
    const now = this.clock.now();
    const saved = await tx.repository(Vendor).save({
      ...vendor,
      countedCategory: vendor.category,
      tenantId: tx.tenantId,
      status: 'active',
      blockedReason: null,
      blockedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    tx.changed.note('vendor', saved.id, VENDOR_FIELDS, null, saved);
    return saved;
  }

  /** Writes changes of a locked vendor and raises its version, in the row and in the object. */
  async update(tx: Transaction, vendor: Vendor, changes: VendorChanges): Promise<void> {
    const now = this.clock.now();
    if ('bankName' in changes || 'bankAccount' in changes) vendor.bankChangedAt = now;
    Object.assign(vendor, changes, { updatedAt: now, version: vendor.version + 1 });
    const { updatedAt, version, bankChangedAt } = vendor;
    const key = { tenantId: tx.tenantId, id: vendor.id };
    await tx.repository(Vendor).update(key, { ...changes, updatedAt, version, bankChangedAt });
    tx.changed.note('vendor', vendor.id, VENDOR_FIELDS, null, vendor);
    if ('currency' in changes) vendor.totalSpend = await this.totals.recount(tx, vendor.id);
  }
}
