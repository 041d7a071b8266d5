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

/** A department as the read side answers it. */
export interface DepartmentRow extends ShownDepartment {
  readonly headUser: { readonly id: number; readonly name: string } | null;
  /** Raised with every change; the ETag. */
  readonly version: number;
}

/** What a list may be narrowed to. */
export interface DepartmentFilter {
  readonly isActive?: boolean | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Looked for in the names and the code. */
  readonly search?: string | undefined;
}

/** Fields a list can be sorted by; they are columns of the same name. The first is the default. */
export const SORTABLE = ['created_at', 'updated_at', 'name', 'code', 'id'] as const;

const TEXTS: readonly string[] = ['name', 'code'];

const WHOLE = `SELECT ${DEPARTMENT} FROM departments d WHERE d.tenant_id = $1`;

/** The read side of departments. A tenant has few: no index of its own serves the search. */
@Injectable()
export class DepartmentsQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
   * @throws DomainError NOT_FOUND
   */
  get(scope: ReadScope, id: number): Promise<DepartmentRow> {
    return readOne(this.unitOfWork, scope, `${WHOLE} AND d.id = $2`, id);
  }

  /** All departments of the tenant, a part at a time. */
  after(tx: Transaction, after: After): Promise<DepartmentRow[]> {
    return rowsAfter(tx, WHOLE, 'd.id', after);
  }

  /**
   * A page with the exact total, or the part that follows a cursor.
   * @throws DomainError BAD_REQUEST on `cursor`
   */
  async list(tenantId: TenantId, filter: DepartmentFilter, request: PageRequest): Promise<Page<DepartmentRow>> {
    const { isActive, updated, externalId, search } = filter;
    const where = allOf([
      [(at) => `d.tenant_id = ${at}`, tenantId],
      [(at) => `d.is_active = ${at}`, isActive],
      ...within('d.updated_at', updated),
      [(at) => `d.external_id = ${at}`, externalId],
      [oneContains(['d.name', 'd.name_ar', 'd.code']), search ? containing(search) : undefined],
    ]);
    const list = {
      name: 'departments',
      columns: DEPARTMENT,
      from: 'FROM departments d',
      where,
      terms: sortedBy('d', request, { texts: TEXTS }),
    };
    return readList(this.unitOfWork, tenantId, list, request);
  }
}
