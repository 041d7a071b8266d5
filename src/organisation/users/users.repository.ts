import { Injectable } from '@nestjs/common';
import { invalidField } from '../../common/errors';
import type { External } from '../../common/records/external';
import type { UserId } from '../../common/records/ids';
import { type Holder, isUniqueViolation, lockOne, type Transaction } from '../../platform/database';
import { INITIAL_USER_STATUS } from './domain/user-lifecycle';
import { User, USER_FIELDS, type WrittenUser } from './entities/user.entity';

/** What is known of a user before there is one. */
type NewUser = Omit<WrittenUser, keyof External> & Partial<External>;

/** Users of the transaction's tenant. */
@Injectable()
export class UsersRepository {
  /** @returns the new user's id; undefined when the e-mail address, whatever its case, is another user's */
  async insert(tx: Transaction, user: NewUser, at: Date, status = INITIAL_USER_STATUS): Promise<UserId | undefined> {
    // An address that is taken answers no row instead of failing the transaction.
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

  /**
   * The user, locked until the transaction ends.
   * @throws DomainError NOT_FOUND
   */
  async lock(tx: Transaction, id: UserId): Promise<User> {
    const user = await lockOne(tx, User, { id });
    tx.changed.note('user', id, USER_FIELDS, user, user);
    return user;
  }

  /**
   * Writes the user's fields and raises the version.
   * @throws DomainError VALIDATION_ERROR on `email` when somebody else has just taken the e-mail address
   */
  async save(tx: Transaction, user: User, at: Date): Promise<void> {
    const { tenantId, id, createdAt: _created, ...fields } = user;
    try {
      await tx.repository(User).update({ tenantId, id }, { ...fields, updatedAt: at, version: user.version + 1 });
    } catch (error) {
      throw isUniqueViolation(error, 'uq_users_tenant_id_email') ? invalidField('email', 'validation.taken') : error;
    }
    tx.changed.note('user', id, USER_FIELDS, null, user);
    tx.told.raised('user', id, at);
  }

  /**
   * Another user who has the e-mail address, whatever its case.
   * @param exceptId who takes it; null for a new user
   */
  async holderOf(tx: Transaction, email: string, exceptId: UserId | null): Promise<Holder | undefined> {
    const [holder] = await tx.query<Holder>(
      `SELECT id, status <> 'inactive' AS "isActive" FROM users
        WHERE tenant_id = $1 AND lower(email) = lower($2) AND id IS DISTINCT FROM $3::bigint`,
      [tx.tenantId, email, exceptId],
    );
    return holder;
  }

  /** Name and e-mail address of the active admins. */
  async activeAdmins(tx: Transaction): Promise<{ readonly name: string; readonly email: string }[]> {
    return tx.query(
      `SELECT name_en AS name, email FROM users WHERE tenant_id = $1 AND role = 'admin' AND status = 'active' ORDER BY id`,
      [tx.tenantId],
    );
  }

  /**
   * How many active admins there are, all of them locked: of two admins who deactivate each other, one finds out that
   * the other was first.
   */
  async lockActiveAdmins(tx: Transaction): Promise<number> {
    const rows = await tx.query(
      `SELECT id FROM users WHERE tenant_id = $1 AND role = 'admin' AND status = 'active' ORDER BY id FOR UPDATE`,
      [tx.tenantId],
    );
    return rows.length;
  }
}
