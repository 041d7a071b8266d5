import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { type Message } from '../../common/errors';
import type { VendorId } from '../../common/records/ids';
import { type Holder, lockOne, takenBy, type Transaction } from '../../platform/database';
import { Vendor, VENDOR_FIELDS, type WrittenVendor } from './entities/vendor.entity';
import { VendorTotals } from './vendor-totals.repository';

/** The columns that a new vendor is given; the others get their initial values. */
export type NewVendor = Omit<WrittenVendor, keyof BankFields> & Pick<Vendor, 'contacts' | 'status'>;

type BankFields = Pick<Vendor, 'bankName' | 'bankAccount'>;

/** Numbers that no two vendors of a tenant share. */
export type VendorNumbers = Partial<Pick<Vendor, 'vatNumber' | 'crNumber'>>;

const NUMBERS: readonly (keyof VendorNumbers)[] = ['vatNumber', 'crNumber'];

/** Numbers that another vendor has, and what a refusal says of each. */
export type TakenNumbers = ReadonlyMap<keyof VendorNumbers, Message>;

/** Columns of a vendor that a verb may change. */
export type VendorChanges = Partial<
  NewVendor & BankFields & Pick<Vendor, 'statusBeforeBlock' | 'blockedReason' | 'blockedAt'>
>;

/** The keys of the numbers, see the SQL function `number_key`. */
const KEYS = { vatNumber: 'vat_key', crNumber: 'cr_key' } as const;

/** Values: tenant, the external id. */
const LOCK_EXTERNAL_ID = `SELECT pg_advisory_xact_lock(hashtextextended('vendor/' || $1::text || '/external_id/' || $2::text, 0))`;

/** Values: tenant, the number, the vendor that is not meant. */
const TAKEN = (key: string): string =>
  `SELECT id, status <> 'inactive' AS "isActive" FROM vendors WHERE tenant_id = $1 AND ${key} = (SELECT number_key($2)) AND id IS DISTINCT FROM $3::bigint LIMIT 1`;

/** Locks numbers in the order of their locks: no two transactions wait for each other. Values: tenant, the numbers' columns, the numbers. */
const LOCK_NUMBERS = `
  SELECT pg_advisory_xact_lock(ordered.lock) FROM (
    SELECT DISTINCT hashtextextended('vendor/' || $1::text || '/' || n.field || '/' || number_key(n.number), 0) AS lock
      FROM unnest($2::text[], $3::text[]) AS n(field, number) ORDER BY lock) AS ordered`;

/** Whether a vendor has one of these numbers, or two of them are one number. Values: tenant, VAT numbers, registrations. */
const ANY_TAKEN = `
  WITH vat AS (SELECT number_key(n) AS key FROM unnest($2::text[]) AS n),
       cr AS (SELECT number_key(n) AS key FROM unnest($3::text[]) AS n)
  SELECT EXISTS (SELECT FROM vendors WHERE tenant_id = $1 AND vat_key = ANY (ARRAY(SELECT key FROM vat)))
      OR EXISTS (SELECT FROM vat WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1) AS vat,
         EXISTS (SELECT FROM vendors WHERE tenant_id = $1 AND cr_key = ANY (ARRAY(SELECT key FROM cr)))
      OR EXISTS (SELECT FROM cr WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1) AS cr`;

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
    const vendor = await lockOne(tx, Vendor, { id });
    tx.changed.note('vendor', id, VENDOR_FIELDS, vendor, vendor);
    return vendor;
  }

  /** Only one transaction at a time creates a vendor with this external id. */
  async lockExternalId(tx: Transaction, externalId: string): Promise<void> {
    await tx.query(LOCK_EXTERNAL_ID, [tx.tenantId, externalId]);
  }

  /** The id of the vendor that another system knows by this one. */
  private async withExternalId(tx: Transaction, externalId: string): Promise<VendorId | undefined> {
    const [found] = await tx.query<{ id: VendorId }>(
      'SELECT id FROM vendors WHERE tenant_id = $1 AND external_id = $2',
      [tx.tenantId, externalId],
    );
    return found?.id;
  }

  /**
   * The vendor of an external id, locked. It may have got another id while its lock was waited for: then it is looked for again. That
   * ends, because a vendor that is locked here keeps the id that it has.
   */
  async lockByExternalId(tx: Transaction, externalId: string): Promise<Vendor | undefined> {
    for (;;) {
      const id = await this.idFor(tx, externalId);
      if (id === undefined) return undefined;
      const vendor = await this.lock(tx, id);
      if (vendor.externalId === externalId) return vendor;
    }
  }

  /** The vendor of an external id; where there is none nobody else creates it until the transaction ends. */
  private async idFor(tx: Transaction, externalId: string): Promise<VendorId | undefined> {
    const found = await this.withExternalId(tx, externalId);
    if (found !== undefined) return found;
    await this.lockExternalId(tx, externalId);
    return this.withExternalId(tx, externalId);
  }

  /** Inserts a vendor and returns it with its id. */
  async insert(tx: Transaction, vendor: NewVendor): Promise<Vendor> {
    const saved = await tx.repository(Vendor).save(this.blank(tx, vendor));
    tx.changed.note('vendor', saved.id, VENDOR_FIELDS, null, saved);
    return saved;
  }

  /** Inserts active vendors in one statement and returns them with their ids, in their order. */
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
   * Locks the numbers until the transaction ends: only one transaction at a time takes a number. Every transaction locks all its
   * numbers before the first vendor or external id. In any other order an import and a change of one vendor can deadlock.
   */
  async lockNumbers(tx: Transaction, vendors: readonly VendorNumbers[]): Promise<void> {
    const { vat, cr } = numbersOf(vendors);
    if (vat.length + cr.length === 0) return;
    const fields = [...vat.map(() => 'vatNumber'), ...cr.map(() => 'crNumber')];
    await tx.query(LOCK_NUMBERS, [tx.tenantId, fields, [...vat, ...cr]]);
  }

  /**
   * Which of these numbers another vendor has, in any spelling, and what a refusal says of each. {@link lockNumbers} must have locked them: then the vendor of a
   * transaction that took the number first is visible.
   * @param id the vendor that takes them; null for a new one
   */
  async takenNumbers(tx: Transaction, id: VendorId | null, numbers: VendorNumbers): Promise<TakenNumbers> {
    const fields = NUMBERS.filter((field) => typeof numbers[field] === 'string');
    const others = await Promise.all(
      fields.map((field) => tx.query<Holder>(TAKEN(KEYS[field]), [tx.tenantId, numbers[field], id])),
    );
    return new Map(fields.flatMap((field, index) => (others[index] ?? []).map((holder) => [field, takenBy(holder)])));
  }

  /**
   * Locks the numbers of several new vendors and compares them, in two statements.
   * @returns which kinds of number another vendor has, or two of the new ones
   */
  async takenOfAny(tx: Transaction, vendors: readonly VendorNumbers[]): Promise<TakenNumbers> {
    const { vat, cr } = numbersOf(vendors);
    if (vat.length + cr.length === 0) return new Map();
    const [, [row]] = await Promise.all([
      this.lockNumbers(tx, vendors),
      // A statement of its own, sent with the lock. Its snapshot begins when the lock is taken.
      tx.query<{ vat: boolean; cr: boolean }>(ANY_TAKEN, [tx.tenantId, vat, cr]),
    ]);
    const taken = { vatNumber: row?.vat, crNumber: row?.cr };
    return new Map(NUMBERS.flatMap((field) => (taken[field] ? [[field, { key: 'validation.taken' }]] : [])));
  }

  /** Writes the first bank details of a new vendor, in the row and in the object. */
  async enterBankDetails(tx: Transaction, vendor: Vendor, details: BankFields): Promise<void> {
    Object.assign(vendor, details);
    await tx.repository(Vendor).update({ tenantId: tx.tenantId, id: vendor.id }, details);
    tx.changed.note('vendor', vendor.id, VENDOR_FIELDS, null, vendor);
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
    tx.told.raised('vendor', vendor.id, now);
    if ('currency' in changes) vendor.totalSpend = await this.totals.recount(tx, vendor.id);
  }
}

/** The VAT and registration numbers that these vendors have. */
function numbersOf(vendors: readonly VendorNumbers[]): { readonly vat: string[]; readonly cr: string[] } {
  return {
    vat: vendors.flatMap(({ vatNumber }) => vatNumber ?? []),
    cr: vendors.flatMap(({ crNumber }) => crNumber ?? []),
  };
}
