import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import { requireRule } from '../../../common/actor/abilities';
import type { Actor } from '../../../common/actor';
import { type CalendarDate, Clock } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  type After,
  AuditLog,
  mustBeThere,
  query,
  readList,
  type SortTerm,
  type Transaction,
  UnitOfWork,
} from '../../../platform/database';
import { DELEGATION, DELEGATIONS, OF_USER, USER } from '../approvals.sql';
import { requireUsable } from '../domain/delegation';
import { Delegation, noteDelegation } from '../entities/delegation.entity';

interface DelegationRequest {
  readonly delegateId: UserId;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A delegation with the names of both users. */
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

/** Delegations: a user lets a colleague decide for some days. */
@Injectable()
export class DelegationsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** @throws DomainError NOT_FOUND for an unknown user; BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, userId: UserId, request: PageRequest): Promise<Page<StoredDelegation>> {
    const { sort, order } = request;
    const terms: SortTerm[] = [
      { sql: 'd.starts_on', type: 'date', ...SORTS[sort], order },
      { sql: 'd.id', type: 'bigint', order },
    ];
    const where = { sql: OF_USER, values: [tenantId, userId, this.clock.today()] };
    const list = { name: `users/${userId}/delegations`, columns: DELEGATION, from: DELEGATIONS, where, terms };
    return readList(this.unitOfWork, tenantId, list, request, mustBeThere(query(USER, [tenantId, userId])));
  }

  /** All delegations of the tenant, in batches by id. */
  after(tx: Transaction, { id, most }: After): Promise<StoredDelegation[]> {
    const part = `${DELEGATIONS} WHERE d.tenant_id = $1 AND d.id > $2 ORDER BY d.id LIMIT $4`;
    return tx.query<StoredDelegation>(`SELECT ${DELEGATION} ${part}`, [tx.tenantId, id, this.clock.today(), most]);
  }

  /**
   * Users delegate their own approvals; delegating those of another user needs `admin`.
   * @throws DomainError NOT_FOUND for the user, FORBIDDEN_ABILITY; VALIDATION_ERROR for an unknown, inactive or
   * read-only delegate, or for days that are over or in the wrong order
   */
  async create(actor: Actor, userId: UserId, request: DelegationRequest): Promise<StoredDelegation> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const today = this.clock.today();
      const { delegateId, from, to } = request;
      await Promise.all([this.authority.recheckToken(tx, actor), this.requireOwner(tx, actor, userId)]);
      requireUsable({ userId, ...request }, await userOf(tx, delegateId), today);
      const saved = await tx.repository(Delegation).save({
        tenantId: tx.tenantId,
        userId,
        delegateId,
        startsOn: from,
        endsOn: to,
        createdById: actor.userId,
        createdAt: this.clock.now(),
        revokedAt: null,
      });
      noteDelegation(tx, userId, saved.id, null, saved);
      await this.record(tx, actor, userId, 'delegated', { delegation_id: saved.id, ...request });
      const one = `SELECT ${DELEGATION} ${DELEGATIONS} WHERE ${OF_USER} AND d.id = $4`;
      const [found] = await tx.query<StoredDelegation>(one, [tx.tenantId, userId, today, saved.id]);
      if (!found) throw notFound();
      return found;
    });
  }

  /**
   * Revokes a delegation immediately, even while the delegate is deciding. Does not change a revoked one.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY
   */
  async revoke(actor: Actor, userId: UserId, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await Promise.all([this.authority.recheckTokenExclusively(tx, actor), this.requireOwner(tx, actor, userId)]);
      const now = this.clock.now();
      // Raw SQL, because TypeORM needs two statements (`docs/decisions/repositories-and-sql.md`).
      const [row] = await tx.query<{ revoked_at: Date }>(
        `UPDATE delegations SET revoked_at = coalesce(revoked_at, $4)
          WHERE tenant_id = $1 AND user_id = $2 AND id = $3 RETURNING revoked_at`,
        [tx.tenantId, userId, id, now],
      );
      if (!row) throw notFound();
      const { revoked_at: revokedAt } = row;
      const before = revokedAt.getTime() === now.getTime() ? null : revokedAt;
      noteDelegation(tx, userId, id, { revokedAt: before }, { revokedAt });
      await this.record(tx, actor, userId, 'delegation_revoked', { delegation_id: id });
    });
  }

  private async requireOwner(tx: Transaction, actor: Actor, userId: UserId): Promise<void> {
    if (!(await userOf(tx, userId))) throw notFound();
    if (actor.userId !== userId) requireRule(actor, 'approvals.delegate_for_others');
  }

  private async record(tx: Transaction, actor: Actor, userId: UserId, action: string, details: object): Promise<void> {
    await this.audit.record(tx, actor, { action, entityType: 'user', entityId: userId, details: { ...details } });
  }
}

async function userOf(tx: Transaction, id: UserId): Promise<{ status: string; role: string } | undefined> {
  const [user] = await tx.query<{ status: string; role: string }>(USER, [tx.tenantId, id]);
  return user;
}
