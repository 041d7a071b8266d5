import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors';
import type { External } from '../../common/records/external';
import type { UserId } from '../../common/records/ids';
import { type Holder, isUniqueViolation, lockOne, type Transaction } from '../../platform/database';
import { INITIAL_USER_STATUS } from './domain/user-lifecycle';
import { User, USER_FIELDS, type WrittenUser } from './entities/user.entity';

type NewUser = Omit<WrittenUser, keyof External> & Partial<External>;

@Injectable()
export class UsersRepository {
  /** @returns the new user's id; undefined if another user has the e-mail address (case-insensitive) */
  async insert(tx: Transaction, user: NewUser, at: Date, status = INITIAL_USER_STATUS): Promise<UserId | undefined> {
    // A duplicate address returns no row instead of failing the transaction.
    const inserted = await tx
      .repository(User)
      .createQueryBuilder()
      .insert()
      .values({ ...user, tenantId: tx.tenantId, status, createdAt: at, updatedAt: at })
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = inserted.raw as { readonly id: UserId }[];
    if (row) tx.changed.note('user', row.id, USER_FIELDS, null, { ...user, status });
    return row?.id;
  }

  /** @throws DomainError NOT_FOUND */
  async lock(tx: Transaction, id: UserId): Promise<User> {
    const user = await lockOne(tx, User, { id });
    tx.changed.note('user', id, USER_FIELDS, user, user);
    return user;
  }

  /** Saves the user and increases the version. @throws DomainError VALIDATION_ERROR on `email` if it was just taken */
  async save(tx: Transaction, user: User, at: Date): Promise<void> {
    const { tenantId, id, createdAt: _created, ...fields } = user;
    try {
      await tx.repository(User).update({ tenantId, id }, { ...fields, updatedAt: at, version: user.version + 1 });
    } catch (error) {
      throw isUniqueViolation(error, 'uq_users_tenant_id_email') ? invalidField('email', 'validation.taken') : error;
    }
    tx.changed.note('user', id, USER_FIELDS, null, user);
    tx.outboxEvents.raised('user', id, at);
  }

  /** Another user with this e-mail address (case-insensitive). @param exceptId null for a new user */
  async holderOf(tx: Transaction, email: string, exceptId: UserId | null): Promise<Holder | undefined> {
    const [holder] = await tx.query<Holder>(
      `SELECT id, status <> 'inactive' AS "isActive" FROM users
        WHERE tenant_id = $1 AND lower(email) = lower($2) AND id IS DISTINCT FROM $3::bigint`,
      [tx.tenantId, email, exceptId],
    );
    return holder;
  }

  async activeAdmins(tx: Transaction): Promise<{ readonly name: string; readonly email: string }[]> {
    return tx.query(
      `SELECT name_en AS name, email FROM users WHERE tenant_id = $1 AND role = 'admin' AND status = 'active' ORDER BY id`,
      [tx.tenantId],
    );
  }

  /** Locks and counts the active admins, so that two admins who deactivate each other cannot both succeed. */
  async lockActiveAdmins(tx: Transaction): Promise<number> {
    const rows = await tx.query(
      `SELECT id FROM users WHERE tenant_id = $1 AND role = 'admin' AND status = 'active' ORDER BY id FOR UPDATE`,
      [tx.tenantId],
    );
    return rows.length;
  }
}
