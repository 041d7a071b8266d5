import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { type DomainError, invalidField } from '../../../common/errors';
import { next } from '../../../common/records/lifecycle';
import type { TenantId, UserId } from '../../../common/records/ids';
import { ENVIRONMENT, Environment } from '../../../platform/config';
import { AuditLog, Transaction, UnitOfWork, query } from '../../../platform/database';
import { Mailbox, invitationLetter } from '../../notifications';
import { DailyAllowance } from '../../quotas';
import { INITIAL_USER_STATUS, USER_LIFECYCLE } from '../domain/user-lifecycle';
import type { User } from '../entities/user.entity';
import { InvitationsRepository, type FoundInvitation } from './invitations.repository';
import { type EventUser, UserEvents } from './user-events';
import { type UserRow, UsersQueries } from '../users.queries';
import { UsersRepository } from '../users.repository';

const VALID_MILLISECONDS = 7 * 86_400_000;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly users: UsersRepository,
    private readonly queries: UsersQueries,
    private readonly mailbox: Mailbox,
    private readonly allowance: DailyAllowance,
    private readonly audit: AuditLog,
    private readonly events: UserEvents,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PUBLIC_URL' | 'PORT'>,
  ) {}

  /**
   * Sends a new link and invalidates earlier ones. The caller has locked the user, whose status is `invited`.
   * @throws DomainError RATE_LIMIT_EXCEEDED if the tenant's daily quota of invitations is used up
   */
  async send(
    tx: Transaction,
    actor: Actor,
    user: Pick<User, 'nameAr' | 'email'> & Omit<EventUser, 'status'>,
  ): Promise<void> {
    await this.allowance.countInvitation(tx);
    const now = this.clock.now();
    // 256 random bits; only the hash is stored.
    const token = `inv_${randomBytes(32).toString('base64url')}`;
    const expiresAt = new Date(now.getTime() + VALID_MILLISECONDS);
    await this.invitations.withdraw(tx, user.id, now);
    const invitation = { userId: user.id, tokenHash: hashOf(token), expiresAt, createdById: actor.userId };
    await this.invitations.insert(tx, invitation, now);
    await this.mailbox.post(tx, [{ name: user.nameEn, email: user.email }], (tenant) =>
      invitationLetter(tenant, { user, url: this.link(tenant.language, token), expiresAt }),
    );
    await this.events.invited(tx, { ...user, status: INITIAL_USER_STATUS }, now, expiresAt);
  }

  async withdraw(tx: Transaction, userId: UserId): Promise<void> {
    await this.invitations.withdraw(tx, userId, this.clock.now());
  }

  /** @throws DomainError VALIDATION_ERROR on `token` for an invalid, replaced, expired or used one */
  async accept(token: string, requestId: string): Promise<UserRow> {
    const hash = hashOf(token);
    const asked = query('SELECT invitation_tenant($1) AS tenant', [hash]);
    const [door] = await this.unitOfWork.unscoped<{ tenant: TenantId | null }>(asked);
    if (!door?.tenant) throw refused('invitations.invalid');
    return this.unitOfWork.run(door.tenant, (tx) => this.acceptIn(tx, hash, requestId));
  }

  private async acceptIn(tx: Transaction, hash: Buffer, requestId: string): Promise<UserRow> {
    const now = this.clock.now();
    const found = await this.invitations.find(tx, hash);
    if (!found) throw refused('invitations.invalid');
    const user = await this.users.lock(tx, found.user_id);
    // Read again under the user's lock: it may have been used or withdrawn in the meantime.
    const invitation = requireUsable(await this.invitations.find(tx, hash), now);
    user.status = next(USER_LIFECYCLE, user.status, 'accept');
    await this.users.save(tx, user, now);
    await this.invitations.accept(tx, invitation.id, now);
    const accepted = { action: 'invitation_accepted', entityType: 'user', entityId: user.id } as const;
    await this.audit.record(tx, asUser(tx.tenantId, user, requestId), accepted);
    await this.events.activated(tx, user, now);
    return this.queries.get(tx, user.id);
  }

  /** Browsers do not send the fragment after `#`, so the token appears in no log and no Referer header. */
  private link(language: string, token: string): string {
    const base = this.environment.PUBLIC_URL ?? `http://localhost:${this.environment.PORT}`;
    return `${base.replace(/\/+$/, '')}/invitations?lang=${language}#token=${token}`;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function requireUsable(found: FoundInvitation | undefined, now: Date): FoundInvitation {
  if (!found || found.withdrawn_at || found.tenant_status !== 'active') throw refused('invitations.invalid');
  if (found.accepted_at) throw refused('invitations.used');
  if (found.expires_at <= now) throw refused('invitations.expired');
  return found;
}

function refused(key: 'invitations.invalid' | 'invitations.used' | 'invitations.expired'): DomainError {
  return invalidField('token', key);
}

function asUser(tenantId: TenantId, user: User, requestId: string): Actor {
  const { id: userId, nameEn: userName, role, departmentId } = user;
  return { tenantId, userId, userName, role, departmentId, tokenId: null, abilities: [], permissions: [], requestId };
}
