import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { TenantId } from '../../../../common/records/ids';
import { InstantColumn, TenantColumn } from '../../../database/entities/columns';

@Entity('idempotency_keys')
@Index(['expiresAt'])
@ForeignKey('ApiToken', ['tenantId', 'tokenId'], ['tenantId', 'id'])
export class IdempotencyKey {
  @TenantColumn() tenantId: TenantId;
  @PrimaryColumn({ type: 'bigint' }) tokenId: number;
  @PrimaryColumn({ type: 'text' }) key: string;

  /** SHA-256 of method, URL and body. The same key with another fingerprint is an error of the client. */
  @Column({ type: 'bytea' }) fingerprint: Buffer;

  /** HTTP status; null while a request outside a transaction is running. */
  @Column({ type: 'integer', nullable: true }) status: number | null;

  /** ETag, Location, Content-Language. */
  @Column({ type: 'jsonb', nullable: true }) headers: Record<string, string> | null;

  /** The body's text, encrypted because it may contain a secret; null without a body. */
  @Column({ type: 'text', nullable: true }) sealedBody: string | null;

  @InstantColumn() createdAt: Date;
  @InstantColumn() expiresAt: Date;
}
