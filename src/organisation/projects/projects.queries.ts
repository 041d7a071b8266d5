import { Injectable } from '@nestjs/common';
import type { Instants } from '../../common/clock';
import type { Page, PageRequest } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import {
  allOf,
  containing,
  oneContains,
  readList,
  readOne,
  type ReadScope,
  sortedBy,
  UnitOfWork,
  within,
  type After,
  rowsAfter,
  type Transaction,
} from '../../platform/database';
import { selectSql } from '../../platform/records';
import { departmentJson } from '../departments';
import { ShownProject } from './entities/project.entity';

export interface ProjectRow extends Omit<ShownProject, 'departmentId'> {
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  /** Increases with every change; the ETag. */
  readonly version: number;
}

export interface ProjectFilter {
  readonly isActive?: boolean | undefined;
  readonly departmentId?: number | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Searches names and code. */
  readonly search?: string | undefined;
}

/** Sortable fields, which are columns of the same name. The first is the default. */
export const SORTABLE = ['created_at', 'updated_at', 'name', 'code', 'id'] as const;

const TEXTS: readonly string[] = ['name', 'code'];

const COLUMNS = `
  ${selectSql(ShownProject, 'p', { omit: ['departmentId'] })}, p.version,
  ${departmentJson({ tenantId: 'p.tenant_id', id: 'p.department_id' })} AS department`;

const WHOLE = `SELECT ${COLUMNS} FROM projects p WHERE p.tenant_id = $1`;

/** A tenant has few projects, so the search needs no index. */
@Injectable()
export class ProjectsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @param scope the tenant, or a transaction to see its changes. @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: number): Promise<ProjectRow> {
    return readOne(this.unitOfWork, scope, `${WHOLE} AND p.id = $2`, id);
  }

  /** One batch of all projects of the tenant. */
  after(tx: Transaction, after: After): Promise<ProjectRow[]> {
    return rowsAfter(tx, WHOLE, 'p.id', after);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: ProjectFilter, request: PageRequest): Promise<Page<ProjectRow>> {
    const { isActive, departmentId, updated, externalId, search } = filter;
    const where = allOf([
      [(at) => `p.tenant_id = ${at}`, tenantId],
      [(at) => `p.is_active = ${at}`, isActive],
      [(at) => `p.department_id = ${at}`, departmentId],
      ...within('p.updated_at', updated),
      [(at) => `p.external_id = ${at}`, externalId],
      [oneContains(['p.name', 'p.name_ar', 'p.code']), search ? containing(search) : undefined],
    ]);
    const terms = sortedBy('p', request, { texts: TEXTS });
    const list = { name: 'projects', columns: COLUMNS, from: 'FROM projects p', where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }
}
