import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Pending mail, inserted in the transaction of the change and deleted after it is sent. */
@Entity('outgoing_mail')
@Index(['dueAt'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class OutgoingMail {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** In plain text, to find out why a mail did not arrive. */
  @Column({ type: 'text' }) recipient: string;

  /** The mail as encrypted JSON, because it may contain a secret link. */
  @Column({ type: 'text' }) sealedMail: string;

  /** Attempts started. */
  @Column({ type: 'integer', default: 0 }) attempts: number;

  /** The trace of the mail's cause in W3C Trace Context format; null if it was not traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  /** When it may be sent; while it is being sent, the end of the lease. */
  @InstantColumn() dueAt: Date;

  @InstantColumn() createdAt: Date;
}
