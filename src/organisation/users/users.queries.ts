import { Injectable } from '@nestjs/common';
import type { Instants } from '../../common/clock';
import type { Page, PageRequest } from '../../common/lists/page';
import {
  allOf,
  isOneOf,
  readList,
  readOne,
  type ReadScope,
  type SortTerm,
  UnitOfWork,
  within,
  type After,
  rowsAfter,
  type Transaction,
  collated,
  containing,
  oneContains,
} from '../../platform/database';
import type { Role } from '../../common/actor/roles';
import type { TenantId, UserId } from '../../common/records/ids';
import type { UserStatus } from './domain/user-lifecycle';
import type { ShownUser } from './entities/user.entity';
import { USER } from './users.sql';

export interface UserRow extends Omit<ShownUser, 'departmentId'> {
  readonly department: { readonly id: number; readonly name: string; readonly code: string } | null;
  /** The latest use of one of the user's tokens; may be up to a minute late. */
  readonly lastLoginAt: Date | null;
  /** Increases with every change; the ETag. */
  readonly version: number;
}

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly departmentId?: number | undefined;
  readonly statuses?: readonly UserStatus[] | undefined;
  readonly updated?: Instants | undefined;
  readonly externalId?: string | undefined;
  /** Part of a name or of the e-mail address, case-insensitive. */
  readonly search?: string | undefined;
}

/** Sortable fields with their SQL. The first is the default. */
const SORTS = {
  created_at: { sql: 'u.created_at', type: 'timestamptz' },
  updated_at: { sql: 'u.updated_at', type: 'timestamptz' },
  name_en: { sql: collated('u.name_en'), type: 'text' },
  email: { sql: collated('lower(u.email)'), type: 'text' },
} as const satisfies Readonly<Record<string, Omit<SortTerm, 'order'>>>;

type UserSort = keyof typeof SORTS;
export const USER_SORTS = Object.keys(SORTS) as [UserSort, ...UserSort[]];

const WHOLE = `SELECT ${USER} FROM users u WHERE u.tenant_id = $1`;

@Injectable()
export class UsersQueries {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @param scope the tenant, or a transaction to see its changes. @throws DomainError NOT_FOUND */
  get(scope: ReadScope, id: UserId): Promise<UserRow> {
    return readOne(this.unitOfWork, scope, `${WHOLE} AND u.id = $2`, id);
  }

  /** One batch of all users of the tenant. */
  after(tx: Transaction, after: After): Promise<UserRow[]> {
    return rowsAfter(tx, WHOLE, 'u.id', after);
  }

  /** @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, filter: UserFilter, request: PageRequest): Promise<Page<UserRow>> {
    const { role, departmentId, statuses, updated, externalId, search } = filter;
    const { order } = request;
    const where = allOf([
      [(at) => `u.tenant_id = ${at}`, tenantId],
      [(at) => `u.role = ${at}`, role],
      [(at) => `u.department_id = ${at}`, departmentId],
      isOneOf('u.status', statuses),
      ...within('u.updated_at', updated),
      [(at) => `u.external_id = ${at}`, externalId],
      [oneContains(['u.name_en', 'u.name_ar', 'u.email']), search ? containing(search) : undefined],
    ]);
    const terms: SortTerm[] = [
      { ...SORTS[request.sort as UserSort], order },
      { sql: 'u.id', type: 'bigint', order },
    ];
    const list = { name: 'users', columns: USER, from: 'FROM users u', where, terms };
    return readList(this.unitOfWork, tenantId, list, request);
  }
}

/** @returns SQL of a user's `{id, name}`, null if there is none; both arguments are SQL expressions */
export const personSql = (tenantId: string, id: string): string =>
  `(SELECT json_build_object('id', u.id, 'name', u.name_en) FROM users u WHERE u.tenant_id = ${tenantId} AND u.id = ${id})`;
