import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../../organisation/auth';
import { requireRule } from '../../../common/actor/abilities';
import type { Actor } from '../../../common/actor';
import { type CalendarDate, Clock } from '../../../common/clock';
import { notFound } from '../../../common/errors';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId, UserId } from '../../../common/records/ids';
import { type After, AuditLog, type Transaction, UnitOfWork } from '../../../platform/database';
import { DelegationsRepository, type StoredDelegation } from './delegations.repository';
import { requireUsable } from '../domain/delegation';

/** A delegation somebody asks for. */
interface DelegationRequest {
  readonly delegateId: UserId;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Lending one's approvals to a colleague for some days. */
@Injectable()
export class DelegationsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly delegations: DelegationsRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /**
   * What a user has lent.
   * @throws DomainError NOT_FOUND for an unknown user
   */
  async list(tenantId: TenantId, userId: UserId, request: PageRequest): Promise<Page<StoredDelegation>> {
    return this.delegations.list(tenantId, userId, request, this.clock.today());
  }

  /** All delegations of the tenant, a part at a time. */
  after(tx: Transaction, after: After): Promise<StoredDelegation[]> {
    return this.delegations.after(tx, after, this.clock.today());
  }

  /**
   * Lends a user's approvals. Users lend their own; lending another's needs `admin`.
   * @throws DomainError NOT_FOUND for the user, FORBIDDEN_ABILITY, VALIDATION_ERROR for a delegate who is not an active
   *   user of the tenant or whose role only reads, or for days that could never be used
   */
  async create(actor: Actor, userId: UserId, request: DelegationRequest): Promise<StoredDelegation> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const today = this.clock.today();
      const rule = { userId, ...request };
      await Promise.all([this.authority.confirm(tx, actor), this.requireOwner(tx, actor, userId)]);
      requireUsable(rule, await this.delegations.user(tx, request.delegateId), today);
      const id = await this.delegations.insert(tx, rule, actor.userId, this.clock.now());
      await this.record(tx, actor, userId, 'delegated', { delegation_id: id, ...request });
      return this.delegations.get(tx, userId, id, today);
    });
  }

  /**
   * Ends a delegation now, also for a decision of the delegate that is under way.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY
   */
  async revoke(actor: Actor, userId: UserId, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      await Promise.all([this.authority.confirmAlone(tx, actor), this.requireOwner(tx, actor, userId)]);
      await this.delegations.revoke(tx, userId, id, this.clock.now());
      await this.record(tx, actor, userId, 'delegation_revoked', { delegation_id: id });
    });
  }

  private async requireOwner(tx: Transaction, actor: Actor, userId: UserId): Promise<void> {
    if (!(await this.delegations.user(tx, userId))) throw notFound();
    if (actor.userId !== userId) requireRule(actor, 'approvals.delegate_for_others');
  }

  private async record(tx: Transaction, actor: Actor, userId: UserId, action: string, details: object): Promise<void> {
    await this.audit.record(tx, actor, { action, entityType: 'user', entityId: userId, details: { ...details } });
  }
}
