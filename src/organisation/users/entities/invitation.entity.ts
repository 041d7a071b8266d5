import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** A one-time link that activates an invited user. Only the SHA-256 of its token is stored. */
@Entity('invitations')
@Unique(['tokenHash'])
@Index(['tenantId', 'userId'])
@ForeignKey('User', ['tenantId', 'userId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
export class Invitation {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() userId: UserId;
  @Column({ type: 'bytea' }) tokenHash: Buffer;
  @InstantColumn() expiresAt: Date;
  @InstantColumn({ nullable: true }) acceptedAt: Date | null;

  /** Set when a newer invitation, a new address or a deactivation replaces it. */
  @InstantColumn({ nullable: true }) withdrawnAt: Date | null;

  /** The inviting user; null for the service itself. */
  @RefColumn({ nullable: true }) createdById: UserId | null;

  @InstantColumn() createdAt: Date;
}
