import { Column } from 'typeorm';
import type { Actor } from '../../../common/actor';
import type { TenantId, UserId } from '../../../common/records/ids';
import { IdColumn, InstantColumn, RefColumn, TenantColumn } from './columns';

/** The columns that every table of jobs has: work that a request starts, and that workers do under a lease. */
export abstract class Job {
  @TenantColumn() tenantId: TenantId;
  @IdColumn() id: number;
  @Column({ type: 'text' }) status: 'queued' | 'running' | 'done' | 'failed';

  /** The trace of the request that began it, as W3C Trace Context writes it; null where nothing was traced. */
  @Column({ type: 'text', nullable: true }) traceparent: string | null;

  /** On whose behalf it runs: as the request that started it was admitted. */
  @Column({ type: 'jsonb' }) actor: Actor;

  @RefColumn({ nullable: true }) createdById: UserId | null;

  /** Why it failed: a code of the closed set. */
  @Column({ type: 'text', nullable: true }) failure: string | null;

  /** Attempts that were begun since the job last advanced. */
  @Column({ type: 'int', default: 0 }) attempts: number;

  /** Which claim has the lease; null while nobody works at the job. */
  @Column({ type: 'uuid', nullable: true }) leaseToken: string | null;

  /** When it may be worked at; while it is leased, when the lease ends. */
  @InstantColumn() dueAt: Date;

  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
