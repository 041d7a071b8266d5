import { Injectable } from '@nestjs/common';
import type { UserEvent } from '../../../common/events';
import { Outbox, type Transaction } from '../../../platform/database';
import type { User } from '../entities/user.entity';

/** Fields of a user in events. Excludes e-mail address and phone, which are personal data. */
export type EventUser = Pick<User, 'id' | 'nameEn' | 'role' | 'status' | 'departmentId' | 'externalId'>;

/** Publishes events about users in the transaction of the change. */
@Injectable()
export class UserEvents {
  constructor(private readonly outbox: Outbox) {}

  async invited(tx: Transaction, user: EventUser, at: Date, expiresAt: Date): Promise<void> {
    const more = { invited_at: at.toISOString(), expires_at: expiresAt.toISOString() };
    await this.outbox.record(tx, 'user.invited', { ...userData(user), ...more });
  }

  /** A user accepted an invitation or was activated by an admin. */
  async activated(tx: Transaction, user: EventUser, at: Date): Promise<void> {
    await this.outbox.record(tx, 'user.activated', { ...userData(user), activated_at: at.toISOString() });
  }

  async deactivated(tx: Transaction, user: EventUser, at: Date): Promise<void> {
    await this.outbox.record(tx, 'user.deactivated', { ...userData(user), deactivated_at: at.toISOString() });
  }
}

function userData({ id, nameEn, role, status, departmentId, externalId }: EventUser): UserEvent {
  return { user_id: id, name: nameEn, role, status, department_id: departmentId, external_id: externalId };
}
