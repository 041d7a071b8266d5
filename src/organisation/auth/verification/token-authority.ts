import { Injectable } from '@nestjs/common';
import type { Ability, Actor } from '../../../common/actor';
import { holds, roleNotPermitted } from '../../../common/actor/abilities';
import { type Permission, initialPermissionsOf } from '../../../common/actor/roles';
import { Clock } from '../../../common/clock';
import { unauthenticated } from '../../../common/errors';
import type { Transaction } from '../../../platform/database';
import { STANDING } from '../tokens.sql';

const LOCK = (name: string): string => `SELECT ${name}(hashtextextended('authority/' || $1::text, 0))`;
const SHARED = LOCK('pg_advisory_xact_lock_shared');
const ALONE = LOCK('pg_advisory_xact_lock');

interface StandingRow {
  readonly abilities: readonly Ability[];
  readonly role: string;
  readonly permissions: readonly Permission[] | null;
}

/**
 * Whether the caller may still write at the moment of the commit, not only when the request came in: between the two lie
 * the request's body and every wait for a lock. Writes that give or use power confirm it in their own transaction, under a
 * lock of the tenant that they share and that revocation takes alone. So a guarded write is either committed before the
 * revocation begins, or it sees the revocation and changes nothing. `docs/decisions/0008-authority-at-commit.md` says
 * which writes are guarded, and why a lock on the token's row would not do.
 *
 * Call it before every other lock of the transaction: all transactions then take this lock first, so none of them can wait
 * for another in a circle. Its statements travel with the next one that is sent in the same turn:
 * `await Promise.all([authority.confirm(tx, actor), orders.lock(tx, id)])`.
 */
@Injectable()
export class TokenAuthority {
  constructor(private readonly clock: Clock) {}

  /**
   * Confirms a caller who writes on the strength of their token. An actor without a token (the command line, the service
   * itself) only takes the lock.
   * @throws DomainError UNAUTHENTICATED when the token has been revoked or has expired, when its user or tenant is not
   *   active any more, or when abilities or role are not those the request was admitted with; ROLE_NOT_PERMITTED when the role
   *   has lost the permission of the request's route, or lacks one of `needed`
   * @param needed permissions that this write needs beyond that of its route
   */
  async confirm(tx: Transaction, actor: Actor, ...needed: readonly Permission[]): Promise<void> {
    await this.confirmUnder(SHARED, tx, actor, needed);
  }

  /**
   * The same for a caller who takes power away: revokes a token, deactivates a user, changes who may decide. Waits for the
   * guarded writes under way, and those that come later wait for it. Never call it after {@link confirm} in one transaction:
   * two that did would wait for each other.
   * @throws DomainError as {@link confirm}
   */
  async confirmAlone(tx: Transaction, actor: Actor): Promise<void> {
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
    // A statement of its own: it begins when the lock is ours, and so sees what the last one to hold it has committed.
    // In the statement that takes the lock it would see what was committed before the wait began.
    const standing = tx.query<StandingRow>(STANDING, [tx.tenantId, actor.tokenId, actor.userId, this.clock.now()]);
    const [, [row]] = await Promise.all([locked, standing]);
    if (!row || row.role !== actor.role || !isSame(row.abilities, actor.abilities)) throw unauthenticated();
    const { abilities, role } = row;
    const holder = { abilities, role, permissions: row.permissions ?? initialPermissionsOf(role) };
    const asked = actor.admittedBy ? [actor.admittedBy, ...needed] : needed;
    const missing = asked.find((permission) => !holds(holder, permission));
    if (missing) throw roleNotPermitted(role, missing);
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((ability) => other.includes(ability));
}
