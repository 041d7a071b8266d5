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
import { DEPARTMENT } from './departments.sql';
import type { ShownDepartment } from './entities/department.entity';

export interface DepartmentRow extends ShownDepartment {
  readonly headUser: { readonly id: number; readonly name: string } | null;
  /** Increases with every change; the ETag. */
  readonly version: number;
}

export interface DepartmentFilter {
  readonly isActive?: boolean | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Searches names and code. */
  readonly search?: string | undefined;
}

/** Sortable fields, which are columns of the same name. The first is the default. */
export const SORTABLE = ['created_at', 'updated_at', 'name', 'code', 'id'] as const;

const TEXTS: readonly string[] = ['name', 'code'];

const WHOLE = `SELECT ${DEPARTMENT} FROM departments d WHERE d.tenant_id = $1`;

/** A tenant has few departments, so the search needs no index. */
@Injectable()
export class DepartmentsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @param scope the tenant, or a transaction to see its changes. @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: number): Promise<DepartmentRow> {
    return readOne(this.unitOfWork, scope, `${WHOLE} AND d.id = $2`, id);
  }

  /** One batch of all departments of the tenant. */
  after(tx: Transaction, after: After): Promise<DepartmentRow[]> {
    return rowsAfter(tx, WHOLE, 'd.id', after);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: DepartmentFilter, request: PageRequest): Promise<Page<DepartmentRow>> {
    const { isActive, updated, externalId, search } = filter;
    const where = allOf([
      [(at) => `d.tenant_id = ${at}`, tenantId],
      [(at) => `d.is_active = ${at}`, isActive],
      ...within('d.updated_at', updated),
      [(at) => `d.external_id = ${at}`, externalId],
      [oneContains(['d.name', 'd.name_ar', 'd.code']), search ? containing(search) : undefined],
    ]);
    const terms = sortedBy('d', request, { texts: TEXTS });
    const list = { name: 'departments', columns: DEPARTMENT, from: 'FROM departments d', where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }
}
