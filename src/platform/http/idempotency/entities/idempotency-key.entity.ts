import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../../common/records/ids';
import { InstantColumn, TenantColumn } from '../../../database/entities/columns';

/** A key that a token has sent with a POST, and the answer, which is sent again to the same request until the key expires. */
@Entity('idempotency_keys')
@Index(['expiresAt'])
@ForeignKey('ApiToken', ['tenantId', 'tokenId'], ['tenantId', 'id'])
export class IdempotencyKey {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) tokenId: number;
  @PrimaryColumn({ type: 'text' }) key: string;

  /** SHA-256 of method, address and body: the same key with another fingerprint is the caller's mistake. */
  @Column({ type: 'bytea' }) fingerprint: Buffer;

  /** HTTP status; null while the answer of a route that works outside the transaction is not known. */
  @Column({ type: 'integer', nullable: true }) status: number | null;

  /** Headers that belong to the answer: ETag, Location, Content-Language. */
  @Column({ type: 'jsonb', nullable: true }) headers: Record<string, string> | null;

  /** The body's text, encrypted by the secret box because it may show a secret. Null for an answer without a body. */
  @Column({ type: 'text', nullable: true }) sealedBody: string | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn() expiresAt: Date;
}
