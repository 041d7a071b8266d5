import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import type { Page, PageRequest } from '../common/page';
import {
  containing,
  isIndexed,
  orderBy,
  query,
  type ReadScope,
  type SortTerm,
  tenantIdOf,
  UnitOfWork,
} from '../database';
import { type Counted, listPage } from '../figures';
import type { VendorContact } from './domain/contacts';
import type { VendorStatus } from './domain/lifecycle';
import type { ReferencedVendor } from './domain/usable';
import { type VendorPerformance, VendorPorts } from './ports';

/** A vendor in a list. */
export interface VendorSummaryRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly vat_number: string | null;
  readonly category: string | null;
  /** Days. */
  readonly payment_terms: number;
  readonly contacts: readonly VendorContact[];
  readonly status: VendorStatus;
  readonly performance_score: number;
  readonly total_orders: number;
  /** Numeric text, in the vendor's currency. */
  readonly total_spend: string;
  readonly created_at: Date;
}

/** A whole vendor. */
export interface VendorRow extends VendorSummaryRow {
  readonly name_ar: string | null;
  readonly cr_number: string | null;
  readonly currency: string | null;
  readonly bank_name: string | null;
  readonly bank_account: string | null;
  readonly blocked_reason: string | null;
  readonly blocked_at: Date | null;
  readonly updated_at: Date;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** A vendor with its performance. */
export interface VendorDetail {
  readonly vendor: VendorRow;
  readonly performance: VendorPerformance;
}

/** Which vendors a list shows, in neither form's words. */
export interface VendorFilter {
  readonly statuses?: readonly VendorStatus[];
  readonly category?: string;
  /** 0 to 100, inclusive. */
  readonly minScore?: number;
  /** Looked for in the names and the e-mail. */
  readonly search?: string;
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

const NULLABLE: readonly string[] = ['email', 'category'];

const SUMMARY = `v.id, v.name, v.email, v.phone, v.address, v.vat_number, v.category, v.payment_terms, v.contacts, v.status,
  v.performance_score, v.total_orders, v.total_spend, v.created_at`;

const VENDOR = `
SELECT ${SUMMARY}, v.name_ar, v.cr_number, v.currency, v.bank_name, v.bank_account, v.blocked_reason, v.blocked_at,
       v.updated_at, v.version
  FROM vendors v WHERE v.tenant_id = $1 AND v.id = $2`;

const REFERENCE = `
SELECT id, name, name_ar AS "nameAr", email, vat_number AS "vatNumber", category, currency,
       payment_terms AS "paymentTerms", status, bank_changed_at AS "bankChangedAt"
  FROM vendors WHERE tenant_id = $1 AND id = $2`;

const EXISTS = 'SELECT 1 FROM vendors WHERE tenant_id = $1 AND id = $2';

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
  async get(scope: ReadScope, id: number): Promise<VendorDetail> {
    const values = [tenantIdOf(scope), id];
    const [[vendor]] = await this.unitOfWork.readShared<[VendorRow]>(scope, query(VENDOR, values));
    if (!vendor) throw notFound();
    return { vendor, performance: await this.ports.performance.of(scope, id) };
  }

  /** What other modules need of a vendor that they name; undefined when the tenant has no such vendor. */
  async reference(scope: ReadScope, id: number): Promise<ReferencedVendor | undefined> {
    const values = [tenantIdOf(scope), id];
    const [[vendor]] = await this.unitOfWork.readShared<[ReferencedVendor]>(scope, query(REFERENCE, values));
    return vendor;
  }

  /**
   * The performance of one vendor.
   * @throws DomainError NOT_FOUND
   */
  async performance(tenantId: string, id: number): Promise<VendorPerformance> {
    const [found] = await this.unitOfWork.readShared<[object]>(tenantId, query(EXISTS, [tenantId, id]));
    if (found.length === 0) throw notFound();
    return this.ports.performance.of(tenantId, id);
  }

  /** A page of summaries with the exact total. */
  async list(tenantId: string, filter: VendorFilter, request: PageRequest): Promise<Page<VendorSummaryRow>> {
    const { sql, values } = conditionOf(tenantId, filter);
    const terms = sortOf(request.sort, request.order);
    return listPage<VendorSummaryRow>(
      this.unitOfWork,
      tenantId,
      {
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
        show: (found) => found as VendorSummaryRow,
      },
      request,
    );
  }
}

/** A condition over `vendors v` with the values of its placeholders, the tenant as $1. */
interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The WHERE of a list. Its text depends on which filters are given, never on their values. */
function conditionOf(tenantId: string, filter: VendorFilter): Condition {
  const { statuses, category, minScore, search } = filter;
  const clauses: readonly (readonly [value: unknown, sql: (at: string) => string])[] = [
    // With one status alone an index gives the vendors sorted.
    statuses?.length === 1
      ? [statuses[0], (at) => `v.status = ${at}`]
      : [statuses, (at) => `v.status = ANY (${at}::text[])`],
    [category, (at) => `v.category = ${at}`],
    [minScore, (at) => `v.performance_score >= ${at}`],
    [search && containing(search), isIndexed(search ?? '') ? throughIndex : rowByRow],
  ];
  const given = clauses.filter(([value]) => value !== undefined && value !== '');
  const texts = given.map(([, sql], index) => sql(`$${index + 2}`));
  return { sql: ['v.tenant_id = $1', ...texts].join(' AND '), values: [tenantId, ...given.map(([value]) => value)] };
}

// As an array the hits are found first: as a subquery they might be looked for along the whole list, in its order.
const throughIndex = (at: string): string => `v.id = ANY (ARRAY(SELECT matching_vendors(${at})))`;
const rowByRow = (at: string): string => `(v.name ILIKE ${at} OR v.name_ar ILIKE ${at} OR v.email ILIKE ${at})`;

/** The report figures that know how many vendors a filter finds; undefined where rows have to be counted. */
function countedBy({ statuses, ...others }: VendorFilter): Counted | undefined {
  if (Object.values(others).some((value) => value !== '')) return undefined;
  return { measure: 'vendor_list', ...(statuses ? { keys: statuses } : {}) };
}

/**
 * The order of a list. It ends in the id, so that pages never overlap. Within one status a list sorted upwards has the
 * newest first, as the index has them.
 */
function sortOf(field: string, order: 'asc' | 'desc'): readonly SortTerm[] {
  const column = SORTABLE.find((known) => known === field) ?? SORTABLE[0];
  const first: SortTerm = { sql: `v.${column}`, order, nullable: NULLABLE.includes(column) };
  if (column === 'id') return [first];
  if (column !== 'status') return [first, { sql: 'v.id', order }];
  const within = order === 'asc' ? 'desc' : 'asc';
  return [first, { sql: 'v.created_at', order: within }, { sql: 'v.id', order: within }];
}

/** @returns SQL of `{id, name}` of a vendor, null where there is none; both arguments are SQL expressions */
export const vendorSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', v.id, 'name', v.name) FROM vendors v WHERE v.tenant_id = ${tenantId} AND v.id = ${id})`;
