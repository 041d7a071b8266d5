import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import type { Metadata } from '../common/records/external';
import type { TenantId } from '../common/records/ids';
import { containing, query, type ReadScope, tenantIdOf, UnitOfWork } from '../database';
import { DEPARTMENTS } from './departments.sql';

/** A department as the read side answers it. */
export interface DepartmentRow {
  readonly id: number;
  readonly name: string;
  readonly name_ar: string | null;
  readonly code: string;
  readonly head_user: { readonly id: number; readonly name: string } | null;
  readonly is_active: boolean;
  readonly external_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** What a list may be narrowed to. */
interface DepartmentFilter {
  readonly is_active?: boolean;
  readonly external_id?: string;
  /** Looked for in the names and the code. */
  readonly search?: string;
}

/** Fields a list can be sorted by; they are columns of the same name. The first is the default. */
export const SORTABLE = ['created_at', 'name', 'code', 'id'] as const;

const MATCHING = `d.tenant_id = $1 AND ($2::boolean IS NULL OR d.is_active = $2)
  AND ($3::text IS NULL OR d.name ILIKE $3 OR d.name_ar ILIKE $3 OR d.code ILIKE $3)
  AND ($4::text IS NULL OR d.external_id = $4)`;

/** The read side of departments. A tenant has few: no index of its own serves the search. */
@Injectable()
export class DepartmentsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: number): Promise<DepartmentRow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.readShared<[DepartmentRow]>(
      scope,
      query(`${DEPARTMENTS} WHERE d.tenant_id = $1 AND d.id = $2`, [tenantId, id]),
    );
    if (!row) throw notFound();
    return row;
  }

  /** A page with the exact total. */
  async list(tenantId: TenantId, filter: DepartmentFilter, request: PageRequest): Promise<Page<DepartmentRow>> {
    const { is_active = null, external_id = null, search } = filter;
    const values = [tenantId, is_active, search ? containing(search) : null, external_id];
    const column = SORTABLE.find((known) => known === request.sort) ?? SORTABLE[0];
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const [rows, [counted]] = await this.unitOfWork.read<[DepartmentRow, { total: number }]>(
      tenantId,
      query(
        `${DEPARTMENTS} WHERE ${MATCHING} ORDER BY d.${column} ${direction}, d.id ${direction} LIMIT $5 OFFSET $6`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM departments d WHERE ${MATCHING}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }
}
