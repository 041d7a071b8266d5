import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import type { Page, PageRequest } from '../common/page';
import { orderBy, query, UnitOfWork } from '../database';
import { listPage } from '../figures';
import type { VendorPerformance } from './ports';
import { conditionOf, countedBy, sortOf, type VendorFilter } from './vendor-filters';
import { VendorPorts } from './vendor-ports';
import type { VendorDetail, VendorRow, VendorSummaryRow } from './vendor-rows';

const SUMMARY = `v.id, v.name, v.email, v.phone, v.address, v.vat_number, v.category, v.payment_terms, v.contacts, v.status,
  v.performance_score, v.total_orders, v.total_spend, v.created_at`;

const VENDOR = `
SELECT ${SUMMARY}, v.name_ar, v.cr_number, v.currency, v.bank_name, v.bank_account, v.blocked_reason, v.blocked_at,
       v.updated_at, v.version
  FROM vendors v WHERE v.tenant_id = $1 AND v.id = $2`;

const EXISTS = 'SELECT 1 FROM vendors WHERE tenant_id = $1 AND id = $2';

/** The read side of vendors. */
@Injectable()
export class VendorsQueries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: VendorPorts,
  ) {}

  /** One vendor with its performance. Inside a transaction it sees what that has written. Throws NOT_FOUND. */
  async get(tenantId: string, id: number): Promise<VendorDetail> {
    const [[vendor]] = await this.unitOfWork.readShared<[VendorRow]>(tenantId, query(VENDOR, [tenantId, id]));
    if (!vendor) throw notFound();
    return { vendor, performance: await this.ports.performance.of(tenantId, id) };
  }

  /** How a vendor has done. Throws NOT_FOUND. */
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
