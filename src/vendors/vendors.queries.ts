import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import { query, UnitOfWork } from '../database';
import type { VendorPerformance } from './ports';
import { conditionOf, sortOf, type VendorFilter } from './vendor-filters';
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
    const [[vendor]] = await this.unitOfWork.read<[VendorRow]>(tenantId, query(VENDOR, [tenantId, id]));
    if (!vendor) throw notFound();
    return { vendor, performance: await this.ports.performance.of(tenantId, id) };
  }

  /** How a vendor has done. Throws NOT_FOUND. */
  async performance(tenantId: string, id: number): Promise<VendorPerformance> {
    const [found] = await this.unitOfWork.read<[object]>(tenantId, query(EXISTS, [tenantId, id]));
    if (found.length === 0) throw notFound();
    return this.ports.performance.of(tenantId, id);
  }

  /** A page of summaries with the exact total. */
  async list(tenantId: string, filter: VendorFilter, request: PageRequest): Promise<Page<VendorSummaryRow>> {
    const { sql, values } = conditionOf(tenantId, filter);
    const limit = values.length + 1;
    const [rows, [counted]] = await this.unitOfWork.read<[VendorSummaryRow, { total: number }]>(
      tenantId,
      query(
        `SELECT ${SUMMARY} FROM vendors v WHERE ${sql}
          ORDER BY ${sortOf(request.sort, request.order)} LIMIT $${limit} OFFSET $${limit + 1}`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM vendors v WHERE ${sql}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }
}
