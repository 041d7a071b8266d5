import { Check, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  DayColumn,
  IdColumn,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';
import { Audited } from '../../../common/records/audited';
import type { Transaction } from '../../../platform/database';

@Entity('delegations')
@Check('ck_delegations_days', `starts_on <= ends_on`)
@Check('ck_delegations_people', `user_id <> delegate_id`)
@Index(['tenantId', 'userId', 'endsOn'])
@ForeignKey('User', ['tenantId', 'userId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'delegateId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Delegation {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The principal. */
  @RefColumn() userId: UserId;

  @RefColumn() delegateId: UserId;

  /** First day, UTC. */
  @DayColumn() startsOn: string;

  /** Last day, UTC. */
  @DayColumn() endsOn: string;

  @RefColumn({ nullable: true }) createdById: UserId | null;
  @InstantColumn() createdAt: Date;

  /** When it was ended before its last day. */
  @InstantColumn({ nullable: true }) revokedAt: Date | null;
}

/** Audited fields of a delegation, in the audit entries of the principal. */
const DELEGATION_FIELDS = new Audited<Delegation>({
  delegate_id: 'delegateId',
  from: 'startsOn',
  to: 'endsOn',
  revoked_at: 'revokedAt',
});

export function noteDelegation(
  tx: Transaction,
  userId: number,
  id: number,
  before: Partial<Delegation> | null,
  after: Partial<Delegation>,
): void {
  tx.changed.note('user', userId, DELEGATION_FIELDS, before, after, { list: 'delegations', id });
}
