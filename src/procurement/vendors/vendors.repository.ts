import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { type Message } from '../../common/errors';
import type { VendorId } from '../../common/records/ids';
import { type Holder, lockOne, takenBy, type Transaction } from '../../platform/database';
import { Vendor, VENDOR_FIELDS, type WrittenVendor } from './entities/vendor.entity';
import { VendorTotals } from './vendor-totals.repository';

export type NewVendor = Omit<WrittenVendor, keyof BankFields> & Pick<Vendor, 'contacts' | 'status'>;

type BankFields = Pick<Vendor, 'bankName' | 'bankAccount'>;

/** Numbers that must be unique per tenant. */
export type VendorNumbers = Partial<Pick<Vendor, 'vatNumber' | 'crNumber'>>;

const NUMBERS: readonly (keyof VendorNumbers)[] = ['vatNumber', 'crNumber'];

/** Numbers of another vendor with their error message. */
export type TakenNumbers = ReadonlyMap<keyof VendorNumbers, Message>;

export type VendorChanges = Partial<
  NewVendor & BankFields & Pick<Vendor, 'statusBeforeBlock' | 'blockedReason' | 'blockedAt'>
>;

/** Key columns of the numbers; see the SQL function `number_key`. */
const KEYS = { vatNumber: 'vat_key', crNumber: 'cr_key' } as const;

const LOCK_EXTERNAL_ID = `SELECT pg_advisory_xact_lock(hashtextextended('vendor/' || $1::text || '/external_id/' || $2::text, 0))`;

/** Values: tenant, number, id of the vendor to exclude. */
const TAKEN = (key: string): string =>
  `SELECT id, status <> 'inactive' AS "isActive" FROM vendors WHERE tenant_id = $1 AND ${key} = (SELECT number_key($2)) AND id IS DISTINCT FROM $3::bigint LIMIT 1`;

/** Locks numbers in the order of their lock keys, which prevents deadlocks. Values: tenant, columns, numbers. */
const LOCK_NUMBERS = `
  SELECT pg_advisory_xact_lock(ordered.lock) FROM (
    SELECT DISTINCT hashtextextended('vendor/' || $1::text || '/' || n.field || '/' || number_key(n.number), 0) AS lock
      FROM unnest($2::text[], $3::text[]) AS n(field, number) ORDER BY lock) AS ordered`;

/** Whether a number is taken, or two of them are equal. Values: tenant, VAT numbers, registrations. */
const ANY_TAKEN = `
  WITH vat AS (SELECT number_key(n) AS key FROM unnest($2::text[]) AS n),
       cr AS (SELECT number_key(n) AS key FROM unnest($3::text[]) AS n)
  SELECT EXISTS (SELECT FROM vendors WHERE tenant_id = $1 AND vat_key = ANY (ARRAY(SELECT key FROM vat)))
      OR EXISTS (SELECT FROM vat WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1) AS vat,
         EXISTS (SELECT FROM vendors WHERE tenant_id = $1 AND cr_key = ANY (ARRAY(SELECT key FROM cr)))
      OR EXISTS (SELECT FROM cr WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1) AS cr`;

@Injectable()
export class VendorsRepository {
  constructor(
    private readonly totals: VendorTotals,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async lock(tx: Transaction, id: VendorId): Promise<Vendor> {
    const vendor = await lockOne(tx, Vendor, { id });
    tx.changed.note('vendor', id, VENDOR_FIELDS, vendor, vendor);
    return vendor;
  }

  /** Serialises the creation of vendors with this external id. */
  async lockExternalId(tx: Transaction, externalId: string): Promise<void> {
    await tx.query(LOCK_EXTERNAL_ID, [tx.tenantId, externalId]);
  }

  private async withExternalId(tx: Transaction, externalId: string): Promise<VendorId | undefined> {
    const [found] = await tx.query<{ id: VendorId }>(
      'SELECT id FROM vendors WHERE tenant_id = $1 AND external_id = $2',
      [tx.tenantId, externalId],
    );
    return found?.id;
  }

  /**
   * Locks the vendor of an external id. If its external id changed while the lock was awaited, the search is repeated.
   * This ends, because a locked vendor keeps its external id.
   */
  async lockByExternalId(tx: Transaction, externalId: string): Promise<Vendor | undefined> {
    for (;;) {
      const id = await this.idFor(tx, externalId);
      if (id === undefined) return undefined;
      const vendor = await this.lock(tx, id);
      if (vendor.externalId === externalId) return vendor;
    }
  }

  /** Without such a vendor, blocks its creation by other transactions until the transaction ends. */
  private async idFor(tx: Transaction, externalId: string): Promise<VendorId | undefined> {
    const found = await this.withExternalId(tx, externalId);
    if (found !== undefined) return found;
    await this.lockExternalId(tx, externalId);
    return this.withExternalId(tx, externalId);
  }

  async insert(tx: Transaction, vendor: NewVendor): Promise<Vendor> {
    const saved = await tx.repository(Vendor).save(this.blank(tx, vendor));
    tx.changed.note('vendor', saved.id, VENDOR_FIELDS, null, saved);
    return saved;
  }

  /** Inserts active vendors in one statement. Returns them with their ids, in the same sequence. */
  async insertAll(tx: Transaction, vendors: readonly NewVendor[]): Promise<readonly Vendor[]> {
    const records = vendors.map((vendor) => tx.repository(Vendor).create(this.blank(tx, vendor)));
    await tx.repository(Vendor).insert(records);
    for (const record of records) tx.changed.note('vendor', record.id, VENDOR_FIELDS, null, record);
    return records;
  }

  private blank(tx: Transaction, vendor: NewVendor) {
    const now = this.clock.now();
    return {
      ...vendor,
      bankName: null,
      bankAccount: null,
      countedCategory: vendor.category,
      tenantId: tx.tenantId,
      blockedReason: null,
      blockedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }

  /**
   * Locks the numbers until the end of the transaction, so that only one transaction can use a number. Every
   * transaction must lock all its numbers before the first vendor or external id. Otherwise an import and a vendor
   * update can deadlock.
   */
  async lockNumbers(tx: Transaction, vendors: readonly VendorNumbers[]): Promise<void> {
    const { vat, cr } = numbersOf(vendors);
    if (vat.length + cr.length === 0) return;
    const fields = [...vat.map(() => 'vatNumber'), ...cr.map(() => 'crNumber')];
    await tx.query(LOCK_NUMBERS, [tx.tenantId, fields, [...vat, ...cr]]);
  }

  /**
   * The numbers that another vendor has, in any spelling. {@link lockNumbers} must have locked them, so that vendors of
   * concurrent transactions are visible.
   * @param id the vendor that gets the numbers; null for a new one
   */
  async takenNumbers(tx: Transaction, id: VendorId | null, numbers: VendorNumbers): Promise<TakenNumbers> {
    const fields = NUMBERS.filter((field) => typeof numbers[field] === 'string');
    const others = await Promise.all(
      fields.map((field) => tx.query<Holder>(TAKEN(KEYS[field]), [tx.tenantId, numbers[field], id])),
    );
    return new Map(fields.flatMap((field, index) => (others[index] ?? []).map((holder) => [field, takenBy(holder)])));
  }

  /** Locks and compares the numbers of several new vendors in two statements. */
  async takenOfAny(tx: Transaction, vendors: readonly VendorNumbers[]): Promise<TakenNumbers> {
    const { vat, cr } = numbersOf(vendors);
    if (vat.length + cr.length === 0) return new Map();
    const [, [row]] = await Promise.all([
      this.lockNumbers(tx, vendors),
      // A separate statement, sent together with the lock. Its snapshot starts after the lock is acquired.
      tx.query<{ vat: boolean; cr: boolean }>(ANY_TAKEN, [tx.tenantId, vat, cr]),
    ]);
    const taken = { vatNumber: row?.vat, crNumber: row?.cr };
    return new Map(NUMBERS.flatMap((field) => (taken[field] ? [[field, { key: 'validation.taken' }]] : [])));
  }

  /** Saves the first bank details of a new vendor, in the row and in the object. */
  async enterBankDetails(tx: Transaction, vendor: Vendor, details: BankFields): Promise<void> {
    Object.assign(vendor, details);
    await tx.repository(Vendor).update({ tenantId: tx.tenantId, id: vendor.id }, details);
    tx.changed.note('vendor', vendor.id, VENDOR_FIELDS, null, vendor);
  }

  /** Saves changes of a locked vendor and increments its version, in the row and in the object. */
  async update(tx: Transaction, vendor: Vendor, changes: VendorChanges): Promise<void> {
    const now = this.clock.now();
    if ('bankName' in changes || 'bankAccount' in changes) vendor.bankChangedAt = now;
    Object.assign(vendor, changes, { updatedAt: now, version: vendor.version + 1 });
    const { updatedAt, version, bankChangedAt } = vendor;
    const key = { tenantId: tx.tenantId, id: vendor.id };
    await tx.repository(Vendor).update(key, { ...changes, updatedAt, version, bankChangedAt });
    tx.changed.note('vendor', vendor.id, VENDOR_FIELDS, null, vendor);
    tx.outboxEvents.raised('vendor', vendor.id, now);
    if ('currency' in changes) vendor.totalSpend = await this.totals.recount(tx, vendor.id);
  }
}

function numbersOf(vendors: readonly VendorNumbers[]): { readonly vat: string[]; readonly cr: string[] } {
  return {
    vat: vendors.flatMap(({ vatNumber }) => vatNumber ?? []),
    cr: vendors.flatMap(({ crNumber }) => crNumber ?? []),
  };
}
