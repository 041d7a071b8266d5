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

  /** The user it acts as. */
  @RefColumn() userId: UserId;

  @Column({ type: 'text' }) name: string;
  @Column({ type: 'bytea' }) tokenHash: Buffer;
  @Column({ type: 'text', array: true }) abilities: string[];
  @InstantColumn({ nullable: true }) expiresAt: Date | null;
  @InstantColumn({ nullable: true }) revokedAt: Date | null;

  /** The user whose token minted it; null when the command line did. */
  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** The minting token, when that one had no `admin`: revoking it revokes this one. */
  @RefColumn({ nullable: true }) parentId: number | null;

  @InstantColumn() createdAt: Date;

  /** May lag the truth by a minute. */
  @InstantColumn({ nullable: true }) lastUsedAt: Date | null;
}

/** What the audit log keeps of a token: never its text, nor the hash of it. */
export const TOKEN_FIELDS = new Audited<ApiToken>({
  name: 'name',
  abilities: 'abilities',
  user_id: 'userId',
  expires_at: 'expiresAt',
  created_by_id: 'createdById',
  revoked_at: 'revokedAt',
});
