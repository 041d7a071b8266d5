import { Injectable } from '@nestjs/common';
import { hasAbility, requireAll, requireRule } from '../../../common/actor/abilities';
import { Ability, Actor } from '../../../common/actor';
import { Clock } from '../../../common/clock';
import { invalidField, notFound } from '../../../common/errors';
import type { Page, PageRequest } from '../../../common/lists/page';
import type { TenantId, UserId } from '../../../common/records/ids';
import { AuditLog, readList, sortedBy, Transaction, UnitOfWork } from '../../../platform/database';
import { Mailbox, tokenMintedLetter } from '../../notifications';
import { ApiToken } from '../entities/api-token.entity';
import { TokenAuthority } from '../verification/token-authority';
import { TokenEpochs } from '../verification/token-epochs';
import { newToken, tokenHash } from '../verification/bearer-token';
import type { TokenResponse } from './answers';
import { TokensRepository } from './tokens.repository';
import { ACTIVE_USER, TOKEN, TOKENS } from '../tokens.sql';

/** Maximum live tokens of a tenant. */
export const MAX_LIVE_TOKENS = 100;

export interface TokenRequest {
  readonly name: string;
  readonly abilities: readonly Ability[];
  readonly expiresAt: Date | null;
  /** The user that the token acts as; default: the creator. */
  readonly userId?: UserId;
}

interface TokenUser {
  readonly id: UserId;
  readonly name: string;
  readonly name_ar: string | null;
  readonly email: string;
}

@Injectable()
export class TokensService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tokens: TokensRepository,
    private readonly authority: TokenAuthority,
    private readonly audit: AuditLog,
    private readonly mailbox: Mailbox,
    private readonly epochs: TokenEpochs,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a token with a subset of the creator's abilities. A token created without `admin` expires no later than its
   * creator's token and is revoked with it.
   * @returns the stored token and its text, which is not shown again
   * @throws DomainError UNAUTHENTICATED if the creator's token was revoked; FORBIDDEN_ABILITY; VALIDATION_ERROR
   */
  async mint(
    actor: Actor,
    minter: { expiresAt: Date | null },
    request: TokenRequest,
  ): Promise<{ token: ApiToken; text: string }> {
    requireAll(actor, request.abilities);
    if (request.userId !== undefined) requireRule(actor, 'tokens.act_as_others');
    const outlives = hasAbility(actor, 'tokens.outlive_minter');
    const expiresAt = outlives ? request.expiresAt : earlier(request.expiresAt, minter.expiresAt);
    return this.unitOfWork.run(actor.tenantId, async (tx) =>
      this.create(tx, actor, { ...request, expiresAt, parentId: outlives ? null : actor.tokenId }),
    );
  }

  /** @throws DomainError VALIDATION_ERROR, also for too many tokens; UNAUTHENTICATED */
  async create(
    tx: Transaction,
    actor: Actor,
    request: TokenRequest & { readonly parentId: number | null },
  ): Promise<{ token: ApiToken; text: string }> {
    const now = this.clock.now();
    const [, , live] = await Promise.all([
      this.authority.recheckToken(tx, actor),
      this.tokens.lockTenant(tx),
      this.tokens.countLive(tx, now),
    ]);
    if (request.expiresAt && request.expiresAt <= now) throw invalidField('expires_at', 'validation.past');
    if (live >= MAX_LIVE_TOKENS) throw invalidField('name', 'tokens.too_many', { max: MAX_LIVE_TOKENS });
    const user = await this.activeUser(tx, request.userId ?? actor.userId);
    const text = newToken();
    const token = await this.tokens.insert(tx, {
      userId: user.id,
      name: request.name,
      tokenHash: tokenHash(text),
      abilities: [...request.abilities],
      expiresAt: request.expiresAt,
      createdById: actor.userId,
      parentId: request.parentId,
      createdAt: now,
    });
    await this.audit.record(tx, actor, {
      action: 'created',
      entityType: 'token',
      entityId: token.id,
      details: { name: token.name, abilities: token.abilities, user_id: user.id },
    });
    if (actor.userId !== null && user.id !== actor.userId) await this.publish(tx, actor, user, token);
    return { token, text };
  }

  /** For a token that is revoked already, revokes remaining ones created with it. @throws DomainError NOT_FOUND */
  async revoke(actor: Actor, id: number): Promise<void> {
    await this.unitOfWork.run(actor.tenantId, async (tx) => {
      this.epochs.advance(tx);
      const [, revoked] = await Promise.all([
        this.authority.recheckTokenExclusively(tx, actor),
        this.tokens.revokeTree(tx, id, this.clock.now()),
      ]);
      if (!revoked) throw notFound();
      const entries = revoked.map((entityId) => ({ action: 'revoked', entityType: 'token' as const, entityId }));
      await this.audit.record(tx, actor, ...entries);
    });
  }

  /** Live tokens, newest first. @throws DomainError BAD_REQUEST on `cursor` */
  async list(tenantId: TenantId, request: PageRequest): Promise<Page<TokenResponse>> {
    const where = {
      sql: 'k.tenant_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)',
      values: [tenantId, this.clock.now()],
    };
    const terms = sortedBy('k', request, { texts: ['name'] });
    return readList(this.unitOfWork, tenantId, { name: 'tokens', columns: TOKEN, from: TOKENS, where, terms }, request);
  }

  /** Sends a mail to a user about a token that another user created for them. */
  private async publish(tx: Transaction, actor: Actor, user: TokenUser, token: ApiToken): Promise<void> {
    await this.mailbox.post(tx, [user], (tenant) =>
      tokenMintedLetter(tenant, {
        user: { nameEn: user.name, nameAr: user.name_ar },
        minter: actor.userName ?? '',
        name: token.name,
        abilities: token.abilities,
      }),
    );
  }

  private async activeUser(tx: Transaction, id: number | null): Promise<TokenUser> {
    const [user] = await tx.query<TokenUser>(ACTIVE_USER, [tx.tenantId, id]);
    if (!user) throw invalidField('user_id', 'validation.exists');
    return user;
  }
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
