import { Column, Entity, ForeignKey, Index } from 'typeorm';
import type { TenantId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, TenantColumn } from '../../../platform/database/entities/columns';

/** Mail on its way: written in the transaction of the change it reports, removed once the mail server has taken it. */
@Entity('outgoing_mail')
@Index(['dueAt'])
@ForeignKey('Tenant', ['tenantId'], ['id'])
export class OutgoingMail {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;

  /** The address, for finding out why somebody got no mail. */
  @Column({ type: 'text' }) recipient: string;

  /** The mail as JSON, sealed by the secret box: it may hold a link that opens a door. */
  @Column({ type: 'text' }) sealedMail: string;

  /** Attempts that were begun. */
  @Column({ type: 'integer', default: 0 }) attempts: number;

  /** The trace of what caused it, as W3C Trace Context writes it; null where nothing was traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  /** When it may be sent; while somebody is sending it, when their lease ends. */
  @InstantColumn() dueAt: Date;

  @InstantColumn() createdAt: Date;
}
