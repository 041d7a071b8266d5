import { Check, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import {
  DayColumn,
  IdColumn,
  InstantColumn,
  RefColumn,
  TenantColumn,
} from '../../../platform/database/entities/columns';

/** One user's approvals lent to another for some days. */
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

  /** Who lends. */
  @RefColumn() userId: UserId;

  /** Who may decide for them. */
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
