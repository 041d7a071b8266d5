import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from '../../../platform/database/entities/columns';

@Entity('webhook_attempts')
@Index('ix_webhook_attempts_delivery', { synchronize: false })
@ForeignKey('WebhookDelivery', ['tenantId', 'deliveryId'], ['tenantId', 'id'], { onDelete: 'CASCADE' })
export class WebhookAttempt {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @RefColumn() deliveryId: number;

  @Column({ type: 'integer' }) number: number;

  /** `SUCCESS`, or the class of the failure. */
  @Column({ type: 'text' }) outcome: string;

  @Column({ type: 'integer', nullable: true }) statusCode: number | null;

  /** The beginning of the receiver's response body. */
  @Column({ type: 'text', nullable: true }) response: string | null;

  @InstantColumn() startedAt: Date;

  /** Null for an INTERRUPTED attempt, whose worker died. */
  @Column({ type: 'integer', nullable: true }) durationMs: number | null;
}
