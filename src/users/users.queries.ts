import { Injectable } from '@nestjs/common';
import { notFound } from '../common/errors';
import { Page, type PageRequest } from '../common/page';
import { query, type ReadScope, tenantIdOf, UnitOfWork } from '../database';
import type { Role } from '../common/actor/roles';
import type { Metadata } from '../common/records/external';
import type { TenantId, UserId } from '../common/records/ids';
import type { UserStatus } from './domain/user-lifecycle';
import type { UsersQuery } from './http/requests';
import { USERS } from './users.sql';

/** A user as the read side answers it. */
export interface UserRow {
  readonly id: UserId;
  readonly name_en: string;
  readonly name_ar: string | null;
  readonly email: string;
  readonly role: Role;
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  readonly phone: string | null;
  readonly status: UserStatus;
  /** The latest use of one of the user's tokens; may lag by a minute. */
  readonly last_login_at: Date | null;
  readonly external_id: string | null;
  readonly metadata: Metadata;
  readonly created_at: Date;
  readonly version: number;
}

/** What a list of users may be narrowed to; `search` is part of a name or of the e-mail address, whatever the case. */
type UserFilter = Pick<UsersQuery, 'role' | 'department_id' | 'status' | 'external_id' | 'search'>;

const FILTERED = `u.tenant_id = $1
  AND ($2::text IS NULL OR u.role = $2) AND ($3::bigint IS NULL OR u.department_id = $3)
  AND ($4::text IS NULL OR u.status = $4)
  AND ($5::text IS NULL OR strpos(lower(concat_ws(E'\\n', u.name_en, u.name_ar, u.email)), lower($5)) > 0)
  AND ($6::text IS NULL OR u.external_id = $6)`;

const SORTS: Readonly<Record<string, string>> = {
  created_at: 'u.created_at',
  name_en: 'u.name_en',
  email: 'lower(u.email)',
};

/** The read side of users. */
@Injectable()
export class UsersQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @param scope the tenant; inside a transaction the transaction, whose own changes are then seen
   * @throws DomainError NOT_FOUND
   */
  async get(scope: ReadScope, id: UserId): Promise<UserRow> {
    const tenantId = tenantIdOf(scope);
    const [[row]] = await this.unitOfWork.readShared<[UserRow]>(
      scope,
      query(`${USERS} WHERE u.tenant_id = $1 AND u.id = $2`, [tenantId, id]),
    );
    if (!row) throw notFound();
    return row;
  }

  /** A page of users with the exact total. */
  async list(tenantId: TenantId, filter: UserFilter, request: PageRequest): Promise<Page<UserRow>> {
    const { role = null, department_id = null, status = null, external_id = null, search } = filter;
    const values = [tenantId, role, department_id, status, search || null, external_id];
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const [rows, [counted]] = await this.unitOfWork.read<[UserRow, { total: number }]>(
      tenantId,
      query(
        `${USERS} WHERE ${FILTERED}
          ORDER BY ${SORTS[request.sort] ?? 'u.created_at'} ${direction}, u.id ${direction} LIMIT $7 OFFSET $8`,
        [...values, request.perPage, (request.page - 1) * request.perPage],
      ),
      query(`SELECT count(*) AS total FROM users u WHERE ${FILTERED}`, values),
    );
    return new Page(rows, counted?.total ?? 0, request);
  }
}

/** @returns SQL of `{id, name}` of a user, null where there is none; both arguments are SQL expressions */
export const personSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', u.id, 'name', u.name_en) FROM users u WHERE u.tenant_id = ${tenantId} AND u.id = ${id})`;
