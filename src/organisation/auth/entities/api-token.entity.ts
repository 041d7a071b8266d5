import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Audited } from '../../../common/records/audited';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** A bearer token. Only the SHA-256 of its text is stored. */
@Entity('api_tokens')
@Unique(['tokenHash'])
@Index(['tenantId', 'userId'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
@ForeignKey('User', ['tenantId', 'userId'], ['tenantId', 'id'])
@ForeignKey('User', ['tenantId', 'createdById'], ['tenantId', 'id'])
@ForeignKey('ApiToken', ['tenantId', 'parentId'], ['tenantId', 'id'])
export class ApiToken {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The user that the token acts as. */
  @RefColumn() userId: UserId;

  @Column({ type: 'text' }) name: string;
  @Column({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'text', array: true }) abilities: string[];
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
  @InstantColumn({ nullable: true }) revokedAt: Date | null;

  /** The user whose token created it; null if the command line did. */
  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** The creating token, if it has no `admin`: revoking it revokes this one. */
  @RefColumn({ nullable: true }) parentId: number | null;

  @InstantColumn() createdAt: Date;

  /** May be up to a minute late. */
  @InstantColumn({ nullable: true }) lastUsedAt: Date | null;
}

/** Audited fields: never the text of the token or its hash. */
export const TOKEN_FIELDS = new Audited<ApiToken>({
  name: 'name',
  abilities: 'abilities',
  user_id: 'userId',
  expires_at: 'expiresAt',
  created_by_id: 'createdById',
  revoked_at: 'revokedAt',
});
