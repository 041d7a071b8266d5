import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import type { Metadata } from '../common/records/external';
import type { TenantId } from '../common/records/ids';
import { containing, query, type ReadScope, tenantIdOf, UnitOfWork } from '../database';
import { departmentJson } from '../departments';

/** A project as the read side answers it. */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly name_ar: string | null;
  readonly code: string;
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly is_active: boolean;
  readonly external_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** What a list may be narrowed to. */
interface ProjectFilter {
  readonly is_active?: boolean;
  readonly external_id?: string;
  readonly department_id?: number;
  /** Looked for in the names and the code. */
  readonly search?: string;
}

/** Fields a list can be sorted by; they are columns of the same name. The first is the default. */
export const SORTABLE = ['created_at', 'name', 'code', 'id'] as const;

const COLUMNS = `
SELECT p.id, p.name, p.name_ar, p.code, p.is_active, p.external_id, p.metadata, p.created_at, p.updated_at, p.version,
       ${departmentJson({ tenantId: 'p.tenant_id', id: 'p.department_id' })} AS department
  FROM projects p`;

const MATCHING = `p.tenant_id = $1 AND ($2::boolean IS NULL OR p.is_active = $2)
  AND ($3::text IS NULL OR p.name ILIKE $3 OR p.name_ar ILIKE $3 OR p.code ILIKE $3)
  AND ($4::bigint IS NULL OR p.department_id = $4) AND ($5::text IS NULL OR p.external_id = $5)`;

/** The read side of projects. A tenant has few: no index of its own serves the search. */
@Injectable()
export class ProjectsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: number): Promise<ProjectRow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.readShared<[ProjectRow]>(
      scope,
      query(`${COLUMNS} WHERE p.tenant_id = $1 AND p.id = $2`, [tenantId, id]),
    );
    if (!row) throw notFound();
    return row;
  }

  /** A page with the exact total. */
  async list(tenantId: TenantId, filter: ProjectFilter, request: PageRequest): Promise<Page<ProjectRow>> {
    const { is_active = null, department_id = null, external_id = null, search } = filter;
    const values = [tenantId, is_active, search ? containing(search) : null, department_id, external_id];
    const column = SORTABLE.find((known) => known === request.sort) ?? SORTABLE[0];
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const [rows, [counted]] = await this.unitOfWork.read<[ProjectRow, { total: number }]>(
      tenantId,
      query(`${COLUMNS} WHERE ${MATCHING} ORDER BY p.${column} ${direction}, p.id ${direction} LIMIT $6 OFFSET $7`, [
        ...values,
        request.perPage,
        (request.page - 1) * request.perPage,
      ]),
      query(`SELECT count(*) AS total FROM projects p WHERE ${MATCHING}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }
}
