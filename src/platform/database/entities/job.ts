import { Column } from 'typeorm';
import type { Actor } from '../../../common/actor';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from './columns';

/** The common columns of job tables. Requests create jobs; workers execute them under a lease. */
export abstract class Job {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) status: 'queued' | 'running' | 'done' | 'failed';

  /** The trace of the creating request as W3C Trace Context; null without tracing. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  @Column({ type: 'jsonb' }) actor: Actor;

  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** An error code. */
  @Column({ type: 'text', nullable: true }) failure: string | null;

  /** Attempts begun since the last progress. */
  @Column({ type: 'int', default: 0 }) attempts: number;

  /** Identifies the claim that has the lease; null if no worker has claimed the job. */
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;

  /** The earliest start; while the job is leased, the end of the lease. */
  @InstantColumn() dueAt: Date;

  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
