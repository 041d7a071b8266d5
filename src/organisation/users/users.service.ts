import { Injectable } from '@nestjs/common';
import { TokenAuthority, TokenEpochs, TokensRepository } from '../auth';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { externalChanges, newExternal } from '../../common/records/external';
import { Clock } from '../../common/clock';
import { DomainError, invalid, invalidField } from '../../common/errors';
import { next } from '../../common/records/lifecycle';
import { AuditLog, requireOwnExternalId, takenBy, Transaction, UnitOfWork } from '../../platform/database';
import { changesIn, type Input, withDefaults } from '../../platform/records';
import { DepartmentsService } from '../departments';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { UserId } from '../../common/records/ids';
import { Mailbox, emailChangedLetter } from '../notifications';
import { USER_LIFECYCLE } from './domain/user-lifecycle';
import { type User, WrittenUser } from './entities/user.entity';
import { InvitationsService } from './invitations/invitations.service';
import { UserPorts } from './ports';
import { UserEvents } from './invitations/user-events';
import { type UserRow, UsersQueries } from './users.queries';
import { UsersRepository } from './users.repository';

@Injectable()
export class UsersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly queries: UsersQueries,
    private readonly departments: DepartmentsService,
    private readonly invitations: InvitationsService,
    private readonly tokens: TokensRepository,
    private readonly authority: TokenAuthority,
    private readonly epochs: TokenEpochs,
    private readonly mailbox: Mailbox,
    private readonly ports: UserPorts,
    private readonly audit: AuditLog,
    private readonly events: UserEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * @param invite false to send the invitation later
   * @throws DomainError VALIDATION_ERROR for an e-mail address in use or an unknown department; FORBIDDEN_ABILITY if a
   * token without `admin` creates an admin
   */
  async create(actor: Actor, input: Input<WrittenUser, 'nameEn' | 'email' | 'role'>, invite = true): Promise<UserRow> {
    const user = { ...withDefaults(WrittenUser, input), ...newExternal(input) };
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await Promise.all([this.authority.recheckToken(tx, actor), this.requireDepartment(tx, user.departmentId)]);
      if (user.role === 'admin') requireRule(actor, 'users.make_admin');
      await requireOwnExternalId(tx, 'users', { id: null, externalId: user.externalId });
      const id = await this.users.insert(tx, user, this.clock.now());
      if (id === undefined) {
        // Another request has just taken the external id or the address.
        await requireOwnExternalId(tx, 'users', { id: null, externalId: user.externalId });
        await this.requireFree(tx, null, user.email);
        throw invalidField('email', 'validation.taken');
      }
      if (invite) await this.invitations.send(tx, actor, { ...user, id });
      await this.record(tx, actor, 'created', id, { email: user.email, role: user.role });
      return this.queries.get(tx, id);
    });
  }

  /**
   * The old e-mail address gets a mail about a new one. A user who is still invited gets a new invitation at the new
   * address, and the earlier one is invalidated.
   * @param invite false sends no invitation; the earlier one is still invalidated
   * @throws DomainError FORBIDDEN_ABILITY for fields that require an admin; NOT_FOUND, PRECONDITION_FAILED,
   * VALIDATION_ERROR, also for the role of the last admin
   */
  async update(
    actor: Actor,
    id: UserId,
    change: Input<WrittenUser>,
    ifMatch: IfMatch,
    invite = true,
  ): Promise<UserRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      // Their tokens carry the role and the department.
      this.epochs.advance(tx);
      const [, , user] = await Promise.all([
        // Exclusive, because role and department determine approvers.
        this.authority.recheckTokenExclusively(tx, actor),
        this.requireDepartment(tx, change.departmentId),
        this.users.lock(tx, id),
      ]);
      requireNotAnonymised(user);
      await this.requireFree(tx, user.id, change.email);
      requireAllowed(actor, user, change);
      await requireOwnExternalId(tx, 'users', { id, externalId: change.externalId });
      requireVersion(ifMatch, user.version);
      const changes = changesIn(WrittenUser, user, change);
      if (Object.keys(changes).length === 0) return this.queries.get(tx, id);
      if (changes.role && isActiveAdmin(user)) await this.requireAnotherAdmin(tx, (key) => invalidField('role', key));
      const changed = { ...user, ...changes };
      await this.users.save(tx, changed, this.clock.now());
      if (changes.email) await this.notifyOldAddress(tx, actor, user);
      if (changes.email && user.status === 'invited') {
        if (invite) await this.invitations.send(tx, actor, changed);
        else await this.invitations.withdraw(tx, id);
      }
      await this.record(tx, actor, 'updated', id);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Ends a user's access immediately; the record remains. Idempotent.
   * @throws DomainError NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN_ABILITY; INVALID_STATUS for the last active admin
   */
  async deactivate(actor: Actor, id: UserId, ifMatch: IfMatch): Promise<UserRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      this.epochs.advance(tx);
      const [, user] = await Promise.all([this.authority.recheckTokenExclusively(tx, actor), this.users.lock(tx, id)]);
      if (user.role === 'admin') requireRule(actor, 'users.deactivate_admin');
      requireVersion(ifMatch, user.version);
      const status = next(USER_LIFECYCLE, user.status, 'deactivate');
      if (status === user.status) return this.queries.get(tx, id);
      if (isActiveAdmin(user)) await this.requireAnotherAdmin(tx, isLastAdmin);
      const now = this.clock.now();
      await this.users.save(tx, { ...user, status }, now);
      const revoked = await this.tokens.revokeOfUser(tx, id, now);
      await this.invitations.withdraw(tx, id);
      await this.ports.openSteps.reassign(tx, actor, id);
      await this.ports.openInvoiceSteps.reassign(tx, actor, id);
      await this.record(tx, actor, 'deactivated', id);
      await this.events.deactivated(tx, { ...user, status }, now);
      const entries = revoked.map((entityId) => ({ action: 'revoked', entityType: 'token' as const, entityId }));
      await this.audit.record(tx, actor, ...entries);
      return this.queries.get(tx, id);
    });
  }

  /** Tokens stay revoked. @throws DomainError NOT_FOUND, INVALID_STATUS */
  async activate(actor: Actor, id: UserId): Promise<UserRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, user] = await Promise.all([this.authority.recheckToken(tx, actor), this.users.lock(tx, id)]);
      requireNotAnonymised(user);
      const status = next(USER_LIFECYCLE, user.status, 'activate');
      const now = this.clock.now();
      await this.users.save(tx, { ...user, status }, now);
      await this.invitations.withdraw(tx, id);
      await this.record(tx, actor, 'activated', id);
      await this.events.activated(tx, { ...user, status }, now);
      return this.queries.get(tx, id);
    });
  }

  /** @throws DomainError NOT_FOUND, INVALID_STATUS, RATE_LIMIT_EXCEEDED over the daily quota */
  async inviteAgain(actor: Actor, id: UserId): Promise<UserRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      const [, user] = await Promise.all([this.authority.recheckToken(tx, actor), this.users.lock(tx, id)]);
      next(USER_LIFECYCLE, user.status, 'invite');
      await this.invitations.send(tx, actor, user);
      await this.record(tx, actor, 'invited', id);
      return this.queries.get(tx, id);
    });
  }

  private async notifyOldAddress(tx: Transaction, actor: Actor, user: User): Promise<void> {
    await this.mailbox.post(tx, [{ name: user.nameEn, email: user.email }], (tenant) =>
      emailChangedLetter(tenant, { user, changer: actor.userName ?? tenant.name }),
    );
  }

  private async requireDepartment(tx: Transaction, id: number | null | undefined): Promise<void> {
    if (id != null) await this.departments.requireExisting(tx, id);
  }

  private async requireFree(tx: Transaction, id: UserId | null, email: string | undefined): Promise<void> {
    const holder = email === undefined ? undefined : await this.users.holderOf(tx, email, id);
    if (holder) throw invalid({ email: [takenBy(holder)] });
  }

  private async requireAnotherAdmin(tx: Transaction, refusal: (key: 'users.last_admin') => DomainError): Promise<void> {
    if ((await this.users.lockActiveAdmins(tx)) <= 1) throw refusal('users.last_admin');
  }

  private record(tx: Transaction, actor: Actor, action: string, id: UserId, details?: object): Promise<void> {
    return this.audit.record(tx, actor, {
      action,
      entityType: 'user',
      entityId: id,
      ...(details ? { details: { ...details } } : {}),
    });
  }
}

function isLastAdmin(key: 'users.last_admin'): DomainError {
  return new DomainError('INVALID_STATUS', { key }, { details: { status: 'active' } });
}

/** @throws DomainError INVALID_STATUS */
function requireNotAnonymised({ anonymisedAt, status }: User): void {
  if (anonymisedAt) throw new DomainError('INVALID_STATUS', { key: 'users.anonymised' }, { details: { status } });
}

function isActiveAdmin(user: User): boolean {
  return user.role === 'admin' && user.status === 'active';
}

/** Fields that determine a user's identity and rights. */
const FOR_ADMINS = ['role', 'departmentId', 'email'] as const;

/** Fields that users may change themselves. */
const THEIR_OWN = ['nameEn', 'nameAr', 'phone'] as const;

/**
 * Only admins may change identity and rights, also their own. Users may change their own name and phone.
 * @throws DomainError FORBIDDEN_ABILITY; unchanged values are accepted
 */
function requireAllowed(actor: Actor, user: User, change: Input<WrittenUser>): void {
  const closed = user.id === actor.userId ? FOR_ADMINS : [...FOR_ADMINS, ...THEIR_OWN];
  const changes = closed.some((field) => change[field] !== undefined && change[field] !== user[field]);
  if (changes || Object.keys(externalChanges(user, change)).length > 0) requireRule(actor, 'users.change_identity');
}
