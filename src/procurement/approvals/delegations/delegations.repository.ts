import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  type After,
  mustBeThere,
  query,
  readList,
  type SortTerm,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { DELEGATION, DELEGATIONS, OF_USER, USER } from '../approvals.sql';
import type { Delegation as DelegationRule } from '../domain/delegation';
import { Delegation, noteDelegation } from '../entities/delegation.entity';

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

const SORTS: Readonly<Record<string, Omit<SortTerm, 'order'>>> = {
  from: { sql: 'd.starts_on', type: 'date' },
  to: { sql: 'd.ends_on', type: 'date' },
  created_at: { sql: 'd.created_at', type: 'timestamptz' },
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
    const one = `SELECT ${DELEGATION} ${DELEGATIONS} WHERE ${OF_USER} AND d.id = $4`;
    const [found] = await tx.query<StoredDelegation>(one, [tx.tenantId, userId, today, id]);
    if (!found) throw notFound();
    return found;
  }

  /**
   * What the user has lent, newest first unless asked otherwise.
   * @throws DomainError NOT_FOUND for an unknown user; BAD_REQUEST on `cursor`
   */
  async list(
    tenantId: TenantId,
    userId: UserId,
    request: PageRequest,
    today: CalendarDate,
  ): Promise<Page<StoredDelegation>> {
    const { sort, order } = request;
    const terms: SortTerm[] = [
      { sql: 'd.starts_on', type: 'date', ...SORTS[sort], order },
      { sql: 'd.id', type: 'bigint', order },
    ];
    const where = { sql: OF_USER, values: [tenantId, userId, today] };
    const list = { name: `users/${userId}/delegations`, columns: DELEGATION, from: DELEGATIONS, where, terms };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(USER, [tenantId, userId])));
  }

  /** All delegations of the tenant, a part at a time. */
  after(tx: Transaction, { id, most }: After, today: CalendarDate): Promise<StoredDelegation[]> {
    const part = `${DELEGATIONS} WHERE d.tenant_id = $1 AND d.id > $2 ORDER BY d.id LIMIT $4`;
    return tx.query<StoredDelegation>(`SELECT ${DELEGATION} ${part}`, [tx.tenantId, id, today, most]);
  }

  /** The status and role of a user; undefined when there is none. */
  async user(tx: Transaction, userId: UserId): Promise<{ readonly status: string; readonly role: string } | undefined> {
    const [user] = await tx.query<{ status: string; role: string }>(USER, [tx.tenantId, userId]);
    return user;
  }
}
