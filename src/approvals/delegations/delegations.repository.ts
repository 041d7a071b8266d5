import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../common/clock';
import { notFound } from '../../common/errors';
import { Page, type PageRequest } from '../../common/page';
import type { TenantId, UserId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../database';
import { DELEGATIONS, USER } from '../approvals.sql';
import type { Delegation as DelegationRule } from '../domain/delegation';
import { noteDelegation } from '../entities/audited';
import { Delegation } from '../entities/delegation.entity';

/** A delegation with the names of both. */
export interface StoredDelegation {
  readonly id: number;
  readonly user: { readonly id: number; readonly name: string };
  readonly delegate: { readonly id: number; readonly name: string };
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly is_active: boolean;
  readonly revoked_at: Date | null;
  readonly created_at: Date;
}

const SORT_COLUMNS: Readonly<Record<string, string>> = {
  from: 'd.starts_on',
  to: 'd.ends_on',
  created_at: 'd.created_at',
};

/** Delegations of a tenant's users. */
@Injectable()
export class DelegationsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds a delegation and answers its id. */
  async insert(tx: Transaction, rule: DelegationRule, byId: UserId | null, at: Date): Promise<number> {
    const { userId, delegateId, from, to } = rule;
    const saved = await tx.repository(Delegation).save({
      tenantId: tx.tenantId,
      userId,
      delegateId,
      startsOn: from,
      endsOn: to,
      createdById: byId,
      createdAt: at,
      revokedAt: null,
    });
    noteDelegation(tx, userId, saved.id, null, saved);
    return saved.id;
  }

  /**
   * Ends a delegation of this user; one that has ended stays as it was. By hand, for TypeORM would take two statements
   * (`docs/decisions/repositories-and-sql.md`).
   * @throws DomainError NOT_FOUND
   */
  async revoke(tx: Transaction, userId: UserId, id: number, at: Date): Promise<void> {
    const [row] = await tx.query<{ revoked_at: Date }>(
      `UPDATE delegations SET revoked_at = coalesce(revoked_at, $4)
        WHERE tenant_id = $1 AND user_id = $2 AND id = $3 RETURNING revoked_at`,
      [tx.tenantId, userId, id, at],
    );
    if (!row) throw notFound();
    const { revoked_at: revokedAt } = row;
    noteDelegation(
      tx,
      userId,
      id,
      { revokedAt: revokedAt.getTime() === at.getTime() ? null : revokedAt },
      { revokedAt },
    );
  }

  /**
   * A delegation of this user.
   * @param today the day on which `is_active` is asked
   * @throws DomainError NOT_FOUND
   */
  async get(tx: Transaction, userId: UserId, id: number, today: CalendarDate): Promise<StoredDelegation> {
    const [found] = await tx.query<StoredDelegation>(`${DELEGATIONS} AND d.id = $4`, [tx.tenantId, userId, today, id]);
    if (!found) throw notFound();
    return found;
  }

  /**
   * What the user has lent, newest first unless asked otherwise.
   * @throws DomainError NOT_FOUND for an unknown user
   */
  async list(
    tenantId: TenantId,
    userId: UserId,
    request: PageRequest,
    today: CalendarDate,
  ): Promise<Page<StoredDelegation>> {
    const direction = request.order === 'asc' ? 'ASC' : 'DESC';
    const column = SORT_COLUMNS[request.sort] ?? 'd.starts_on';
    const [rows, [counted], [user]] = await this.unitOfWork.read<[StoredDelegation, { total: number }, object]>(
      tenantId,
      query(`${DELEGATIONS} ORDER BY ${column} ${direction}, d.id ${direction} LIMIT $4 OFFSET $5`, [
        tenantId,
        userId,
        today,
        request.perPage,
        (request.page - 1) * request.perPage,
      ]),
      query('SELECT count(*) AS total FROM delegations WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]),
      query(USER, [tenantId, userId]),
    );
    if (!user) throw notFound();
    return new Page(rows, counted?.total ?? 0, request);
  }

  /** The status of a user; undefined when there is none. */
  async statusOfUser(tx: Transaction, userId: UserId): Promise<string | undefined> {
    const [user] = await tx.query<{ status: string }>(USER, [tx.tenantId, userId]);
    return user?.status;
  }
}
