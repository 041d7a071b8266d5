import { Injectable } from '@nestjs/common';
import type { Instants } from '../../common/clock';
import type { Warning } from '../../common/warnings';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId, VendorId } from '../../common/records/ids';
import { textKey } from '../../common/records/keys';
import {
  allOf,
  type Condition,
  collated,
  containing,
  oneContains,
  isIndexed,
  isOneOf,
  orderBy,
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

/** A whole vendor: as it was read, or the entity that a verb has changed. */
export type VendorRow = RowOf<ShownVendor> & Pick<Vendor, 'contacts' | 'version'>;

/** The fields of a vendor that a list reads, beside its contacts. */
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

/** A vendor in a list. */
export type VendorSummaryRow = Pick<VendorRow, (typeof SUMMARY_FIELDS)[number] | 'contacts'>;

/** A vendor with its performance. */
export interface VendorDetail {
  readonly vendor: VendorRow;
  readonly performance: VendorPerformance;
  /** What the caller should know of the change that this answers. */
  readonly warnings?: readonly Warning[];
}

/** Which vendors a list shows, in neither form's words. */
export interface VendorFilter {
  readonly statuses?: readonly VendorStatus[] | undefined;
  readonly category?: string | undefined;
  /** As the service compares such numbers: whatever the case, spaces and signs between. */
  readonly vatNumber?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly updated?: Instants | undefined;
  /** 0 to 100, inclusive. */
  readonly minScore?: number | undefined;
  readonly externalId?: string | undefined;
  /** Looked for in the names and the e-mail. */
  readonly search?: string | undefined;
}

/** Fields by which a list can be sorted: columns of the same name. The first is the default. */
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

/** Those that people have written. */
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

/** The read side of vendors. */
@Injectable()
export class VendorsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: VendorPorts,
  ) {}

  /**
   * One vendor with its performance.
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: VendorId): Promise<VendorDetail> {
    const vendor = await readOne<VendorRow>(this.unitOfWork, scope, VENDOR, id);
    return this.withPerformance(scope, vendor);
  }

  /** All vendors of the tenant, a part at a time. */
  async after(tx: Transaction, after: After): Promise<VendorDetail[]> {
    const vendors = await rowsAfter<VendorRow>(tx, WHOLE, 'v.id', after);
    const ids = vendors.map(({ id }) => id);
    const performances = await this.ports.performance.ofSeveral(tx, ids);
    return vendors.map((vendor, index) => ({ vendor, performance: performances[index] as VendorPerformance }));
  }

  /** A vendor that was read, or that the transaction has changed, with its performance. */
  async withPerformance(scope: ReadScope, vendor: VendorRow): Promise<VendorDetail> {
    return { vendor, performance: await this.ports.performance.of(scope, vendor.id) };
  }

  /** The ids of all vendors of a tenant, rising. */
  async ids(tenantId: TenantId): Promise<VendorId[]> {
    const [rows] = await this.unitOfWork.read<[{ id: VendorId }]>(tenantId, query(IDS, [tenantId]));
    return rows.map(({ id }) => id);
  }

  /**
   * A page of summaries with the exact total, or the part that follows a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: VendorFilter, request: PageRequest): Promise<Page<VendorSummaryRow>> {
    const condition = conditionOf(tenantId, filter);
    const { sql, values } = condition;
    const terms = sortOf(request.sort, request.order);
    return listPage<VendorSummaryRow>(
      this.unitOfWork,
      tenantId,
      {
        name: 'vendors',
        terms,
        counted: countedBy(filter),
        count: () => query(`SELECT count(*) AS total FROM vendors v WHERE ${sql}`, values),
        rows: (part) => {
          const sorted = orderBy(terms, part.backwards);
          const limit = values.length + 1;
          const cut = `FROM vendors v WHERE ${sql} ORDER BY ${sorted} LIMIT $${limit} OFFSET $${limit + 1}`;
          const page = part.far
            ? `SELECT found.* FROM (SELECT v.id ${cut}) p CROSS JOIN LATERAL (
                 SELECT * FROM vendors f WHERE f.tenant_id = $1 AND f.id = p.id OFFSET 0) found`
            : `SELECT v.* ${cut}`;
          return query(`SELECT ${SUMMARY} FROM (${page}) v ORDER BY ${sorted}`, [...values, part.limit, part.offset]);
        },
        walked: (part) => walkQuery(condition, part),
        show: (found) => found as VendorSummaryRow,
      },
      request,
    );
  }
}

/** The summaries of a part of a list that is walked, in the list's order. */
function walkQuery({ sql, values }: Condition, part: WalkPart): Query {
  const given = [...values];
  const at = (value: unknown): string => `$${given.push(value)}`;
  const where = `${sql} AND ${part.condition(at)} ORDER BY ${part.sorted} LIMIT ${at(part.limit)}`;
  return query(`SELECT ${SUMMARY}, ${part.place} FROM vendors v WHERE ${where}`, given);
}

/** The WHERE of a list of vendors `v`, the tenant as $1. */
function conditionOf(tenantId: TenantId, filter: VendorFilter): Condition {
  const { statuses, category, vatNumber, currency, updated, minScore, externalId, search } = filter;
  return allOf([
    [(at) => `v.tenant_id = ${at}`, tenantId],
    isOneOf('v.status', statuses),
    [(at) => `v.vat_key = number_key(${at})`, vatNumber || undefined],
    [(at) => `v.currency = ${at}`, currency],
    ...within('v.updated_at', updated),
    [(at) => `v.category_key = ${at}`, category ? textKey(category) : undefined],
    [(at) => `v.performance_score >= ${at}`, minScore],
    [(at) => `v.external_id = ${at}`, externalId],
    [isIndexed(search ?? '') ? throughIndex : rowByRow, search ? containing(search) : undefined],
  ]);
}

// As an array the hits are found first: as a subquery they might be looked for along the whole list, in its order.
const throughIndex = (at: string): string => `v.id = ANY (ARRAY(SELECT matching_vendors(${at})))`;
const rowByRow = oneContains(['v.name', 'v.name_ar', 'v.email']);

/** The report figures that know how many vendors a filter finds; undefined where rows have to be counted. */
function countedBy({ statuses, ...others }: VendorFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  return { measure: 'vendor_list', ...(statuses ? { keys: statuses } : {}) };
}

/**
 * The order of a list. It ends in the id, so that pages never overlap. Within one status a list sorted upwards has the
 * newest first, as the index has them.
 */
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
 * Has PostgreSQL look a vendor `alias` up by its id. Where only id and name are read, the plan for any tenant takes the index of
 * the names, which holds both, and reads all names of the tenant for each vendor.
 */
export const byPrimaryKey = (alias: string): string => `${alias}.status <> ''`;

/** @returns SQL of `{id, name}` of a vendor, null where there is none; both arguments are SQL expressions */
export const vendorSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', v.id, 'name', v.name) FROM vendors v
     WHERE v.tenant_id = ${tenantId} AND v.id = ${id} AND ${byPrimaryKey('v')})`;
