import { Injectable } from '@nestjs/common';
import type { Ability, Actor } from '../../../common/actor';
import { holds, roleNotPermitted } from '../../../common/actor/abilities';
import { type Permission, initialPermissionsOf } from '../../../common/actor/roles';
import { Clock } from '../../../common/clock';
import { unauthenticated } from '../../../common/errors';
import type { Transaction } from '../../../platform/database';
import { AUTHORITY } from '../tokens.sql';

const LOCK = (name: string): string => `SELECT ${name}(hashtextextended('authority/' || $1::text, 0))`;
const SHARED = LOCK('pg_advisory_xact_lock_shared');
const ALONE = LOCK('pg_advisory_xact_lock');

interface AuthorityRow {
  readonly abilities: readonly Ability[];
  readonly role: string;
  readonly permissions: readonly Permission[] | null;
}

/**
 * Rechecks the caller at the commit, because reading the body and waiting for locks takes time after the request was
 * authenticated. Writes that use or grant rights do this in their transaction, under a shared lock of the tenant.
 * Revocation takes the lock exclusively. So a guarded write is either committed before the revocation, or rejected.
 * `docs/decisions/0008-authority-at-commit.md` lists the guarded writes and explains why a lock on the token's row is
 * not enough.
 * Call it before any other lock of the transaction: a common lock order prevents deadlocks. Its statements are sent
 * together with the next ones: `await Promise.all([authority.recheckToken(tx, actor), orders.lock(tx, id)])`.
 */
@Injectable()
export class TokenAuthority {
  constructor(private readonly clock: Clock) {}

  /**
   * An actor without a token (command line, service) only takes the lock.
   * @throws DomainError UNAUTHENTICATED if the token was revoked or has expired, its user or tenant is not active, or
   * abilities or role have changed; ROLE_NOT_PERMITTED if the role lacks the permission of the route or one of `needed`
   * @param needed permissions that this write needs in addition to that of its route
   */
  async recheckToken(tx: Transaction, actor: Actor, ...needed: readonly Permission[]): Promise<void> {
    await this.confirmUnder(SHARED, tx, actor, needed);
  }

  /**
   * Rechecks the token before a write that removes rights: revoking a token, deactivating a user, changing approvers.
   * Its exclusive lock waits for running writes that called {@link recheckToken}, and blocks later ones.
   * Never call it after {@link recheckToken} in the same transaction: it could deadlock.
   * @throws DomainError as {@link recheckToken}
   */
  async recheckTokenExclusively(tx: Transaction, actor: Actor): Promise<void> {
    await this.confirmUnder(ALONE, tx, actor, []);
  }

  private async confirmUnder(
    lock: string,
    tx: Transaction,
    actor: Actor,
    needed: readonly Permission[],
  ): Promise<void> {
    const locked = tx.query(lock, [tx.tenantId]);
    if (actor.tokenId === null) {
      await locked;
      return;
    }
    // A separate statement: its snapshot, taken after the lock, includes commits of the previous lock holder.
    const stored = tx.query<AuthorityRow>(AUTHORITY, [tx.tenantId, actor.tokenId, actor.userId, this.clock.now()]);
    const [, [row]] = await Promise.all([locked, stored]);
    if (!row || row.role !== actor.role || !isSame(row.abilities, actor.abilities)) throw unauthenticated();
    const { abilities, role } = row;
    const holder = { abilities, role, permissions: row.permissions ?? initialPermissionsOf(role) };
    const required = actor.admittedBy ? [actor.admittedBy, ...needed] : needed;
    const missing = required.find((permission) => !holds(holder, permission));
    if (missing) throw roleNotPermitted(role, missing);
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((ability) => other.includes(ability));
}
