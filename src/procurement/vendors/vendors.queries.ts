import { Injectable } from '@nestjs/common';
import type { Instants } from '../../common/clock';
import type { Warning } from '../../common/warnings';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId, VendorId } from '../../common/records/ids';
import { textKey } from '../../common/records/keys';
import {
  allOf,
  collated,
  oneContains,
  isOneOf,
  orderBy,
  rowsByIds,
  searched,
  type Selection,
  type Query,
  query,
  readOne,
  type ReadScope,
  type SortTerm,
  type SortType,
  UnitOfWork,
  type WalkPart,
  within,
  type After,
  rowsAfter,
  type Transaction,
} from '../../platform/database';
import { type RowOf, selectSql } from '../../platform/records';
import { type Counted, listPage } from '../figures';
import type { VendorStatus } from './domain/lifecycle';
import { ShownVendor, type Vendor } from './entities/vendor.entity';
import { type VendorPerformance, VendorPorts } from './ports';

/** A complete vendor: as read, or as changed in the transaction. */
export type VendorRow = RowOf<ShownVendor> & Pick<Vendor, 'contacts' | 'version'>;

/** Fields that a list reads, besides the contacts. */
export const SUMMARY_FIELDS = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'vatNumber',
  'category',
  'paymentTerms',
  'status',
  'performanceScore',
  'totalOrders',
  'totalSpend',
  'externalId',
  'metadata',
  'createdAt',
] as const;

export type VendorSummaryRow = Pick<VendorRow, (typeof SUMMARY_FIELDS)[number] | 'contacts'>;

export interface VendorDetail {
  readonly vendor: VendorRow;
  readonly performance: VendorPerformance;
  /** Warnings about the change. */
  readonly warnings?: readonly Warning[];
}

export interface VendorFilter {
  readonly statuses?: readonly VendorStatus[] | undefined;
  readonly category?: string | undefined;
  /** Compared without case, spaces and separators. */
  readonly vatNumber?: string | undefined;
  readonly currency?: string | undefined;
  readonly updated?: Instants | undefined;
  readonly minScore?: number | undefined;
  readonly externalId?: string | undefined;
  /** Searches the names and the e-mail. */
  readonly search?: string | undefined;
}

/** Sortable columns; the first is the default. */
export const SORTABLE = [
  'created_at',
  'name',
  'email',
  'category',
  'status',
  'performance_score',
  'total_orders',
  'total_spend',
  'updated_at',
  'id',
] as const;

/** Columns with free text, sorted with a collation. */
const WRITTEN: readonly string[] = ['name', 'email', 'category'];

const NULLABLE: readonly string[] = ['email', 'category'];

const TYPES: Readonly<Record<(typeof SORTABLE)[number], SortType>> = {
  created_at: 'timestamptz',
  name: 'text',
  email: 'text',
  category: 'text',
  status: 'text',
  performance_score: 'bigint',
  total_orders: 'bigint',
  total_spend: 'numeric',
  updated_at: 'timestamptz',
  id: 'bigint',
};

const SUMMARY = `${selectSql(ShownVendor, 'v', { only: SUMMARY_FIELDS })}, v.contacts`;
const WHOLE = `SELECT ${selectSql(ShownVendor, 'v')}, v.contacts, v.version FROM vendors v WHERE v.tenant_id = $1`;
const VENDOR = `${WHOLE} AND v.id = $2`;

const IDS = 'SELECT id FROM vendors WHERE tenant_id = $1 ORDER BY id';

@Injectable()
export class VendorsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: VendorPorts,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async get(scope: ReadScope, id: VendorId): Promise<VendorDetail> {
    const vendor = await readOne<VendorRow>(this.unitOfWork, scope, VENDOR, id);
    return this.withPerformance(scope, vendor);
  }

  /** All vendors of the tenant in batches. */
  async after(tx: Transaction, after: After): Promise<VendorDetail[]> {
    const vendors = await rowsAfter<VendorRow>(tx, WHOLE, 'v.id', after);
    const ids = vendors.map(({ id }) => id);
    const performances = await this.ports.performance.ofSeveral(tx, ids);
    return vendors.map((vendor, index) => ({ vendor, performance: performances[index] as VendorPerformance }));
  }

  async withPerformance(scope: ReadScope, vendor: VendorRow): Promise<VendorDetail> {
    return { vendor, performance: await this.ports.performance.of(scope, vendor.id) };
  }

  /** The ids of all vendors of a tenant, ascending. */
  async ids(tenantId: TenantId): Promise<VendorId[]> {
    const [rows] = await this.unitOfWork.read<[{ id: VendorId }]>(tenantId, query(IDS, [tenantId]));
    return rows.map(({ id }) => id);
  }

  /**
   * Returns a page of summaries with the exact total, or the rows after a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: VendorFilter, request: PageRequest): Promise<Page<VendorSummaryRow>> {
    const vendors = vendorsOf(tenantId, filter);
    const { from, sql, values } = vendors;
    const terms = sortOf(request.sort, request.order);
    return listPage<VendorSummaryRow>(
      this.unitOfWork,
      tenantId,
      {
        name: 'vendors',
        terms,
        counted: countedBy(filter),
        count: () => query(`SELECT count(*) AS total FROM ${from} v WHERE ${sql}`, values),
        rows: (part) => {
          const sorted = orderBy(terms, part.backwards);
          const limit = values.length + 1;
          const cut = `FROM ${from} v WHERE ${sql} ORDER BY ${sorted} LIMIT $${limit} OFFSET $${limit + 1}`;
          const page = part.far ? rowsByIds('FROM vendors', `SELECT v.id ${cut}`) : `SELECT v.* ${cut}`;
          return query(`SELECT ${SUMMARY} FROM (${page}) v ORDER BY ${sorted}`, [...values, part.limit, part.offset]);
        },
        walked: (part) => walkQuery(vendors, part),
        show: (found) => found as VendorSummaryRow,
      },
      request,
    );
  }
}

/** A part of a cursor walk, in the order of the list. */
function walkQuery({ from, sql, values }: Selection, part: WalkPart): Query {
  const given = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = `${sql} AND ${part.condition(at)} ORDER BY ${part.sorted} LIMIT ${at(part.limit)}`;
  return query(`SELECT ${SUMMARY}, ${part.place} FROM ${from} v WHERE ${where}`, given);
}

/** The vendors `v` of a list; $1 is the tenant. */
function vendorsOf(tenantId: TenantId, filter: VendorFilter): Selection {
  const { statuses, category, vatNumber, currency, updated, minScore, externalId, search } = filter;
  const condition = allOf([
    [(at) => `v.tenant_id = ${at}`, tenantId],
    isOneOf('v.status', statuses),
    [(at) => `v.vat_key = number_key(${at})`, vatNumber || undefined],
    [(at) => `v.currency = ${at}`, currency],
    ...within('v.updated_at', updated),
    [(at) => `v.category_key = ${at}`, category ? textKey(category) : undefined],
    [(at) => `v.performance_score >= ${at}`, minScore],
    [(at) => `v.external_id = ${at}`, externalId],
  ]);
  return searched('vendors', condition, search, oneContains(['v.name', 'v.name_ar', 'v.email']));
}

/** Counters for the total of a filter; undefined if no counter covers it. */
function countedBy({ statuses, ...others }: VendorFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'vendor_list', ...(statuses ? { keys: statuses } : {}) };
}

/** Ends with the id, so that pages never overlap. Within one status the index stores the time order reversed. */
function sortOf(field: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const column = SORTABLE.find((known) => known === field) ?? SORTABLE[0];
  const sql = WRITTEN.includes(column) ? collated(`v.${column}`) : `v.${column}`;
  const first: SortTerm = { sql, type: TYPES[column], order, nullable: NULLABLE.includes(column) };
  if (column === 'id') return [first];
  if (column !== 'status') return [first, { sql: 'v.id', type: 'bigint', order }];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [
    first,
    { sql: 'v.created_at', type: 'timestamptz', order: within, within: true },
    { sql: 'v.id', type: 'bigint', order: within },
  ];
}

/**
 * Makes PostgreSQL use the primary key for vendor `alias`. If only id and name are read, the generic plan uses the name
 * index and reads all names of the tenant for each vendor.
 */
export const byPrimaryKey = (alias: string): string => `${alias}.status <> ''`;

/** @returns SQL of `{id, name}` of a vendor, or null; both arguments are SQL expressions */
export const vendorSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', v.id, 'name', v.name) FROM vendors v
     WHERE v.tenant_id = ${tenantId} AND v.id = ${id} AND ${byPrimaryKey('v')})`;
