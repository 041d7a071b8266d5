import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityTarget, QueryDeepPartialEntity } from 'typeorm';
import type { Actor } from '../../../../common/actor';
import { Clock } from '../../../../common/clock';
import { currentTraceparent } from '../../../tracing';
import type { Job } from '../../entities/job';
import type { Transaction } from '../../transaction/transaction';
import { UnitOfWork } from '../../transaction/unit-of-work';
import { LostLease } from './renewed-lease';
import type { TenantId } from '../../../../common/records/ids';
import { query } from '../../connection/statement';

export interface JobRef {
  readonly tenantId: TenantId;
  readonly id: number;
}

export interface Lease {
  readonly now: Date;
  /** Milliseconds until another process may claim the job. */
  readonly milliseconds: number;
}

export const leaseEnd = ({ now, milliseconds }: Lease): Date => new Date(now.getTime() + milliseconds);

/**
 * Claims due jobs of any tenant until the lease ends.
 * @param claimFunction the SQL function that selects them, counts the attempt and sets `due_at` to the end of the lease
 * @param last its last argument: the token of the lease, or the maximum number of jobs
 */
export function claimJobs(
  unitOfWork: UnitOfWork,
  claimFunction: string,
  lease: Lease,
  last: string | number,
): Promise<JobRef[]> {
  const claim = `SELECT tenant_id AS "tenantId", id FROM ${claimFunction}($1, $2, $3)`;
  return unitOfWork.unscoped<JobRef>(query(claim, [lease.now, leaseEnd(lease), last]));
}

/** Milliseconds without renewal. */
const LEASE_MILLISECONDS = 60_000;

export interface Leased extends JobRef {
  readonly leaseToken: string;
}

/** A table of jobs. `Given` are the columns of a new job beyond those of every job. */
@Injectable()
export abstract class JobsRepository<J extends Job, Given extends keyof J = never> {
  protected abstract readonly entity: EntityTarget<J>;
  protected abstract readonly table: string;
  /** Parameters: now, end and token of the lease. */
  protected abstract readonly claimFunction: string;

  constructor(
    protected readonly unitOfWork: UnitOfWork,
    protected readonly clock: Clock,
  ) {}

  async insert(tx: Transaction, actor: Actor, fields: Pick<J, Given>): Promise<number> {
    const now = this.clock.now();
    const origin = { actor: kept(actor), createdById: actor.userId, traceparent: currentTraceparent() };
    const record = {
      ...fields,
      ...origin,
      tenantId: tx.tenantId,
      status: 'queued' as const,
      dueAt: now,
      createdAt: now,
    };
    return (await tx.repository<Job>(this.entity).save(record)).id;
  }

  /** The number of the tenant's unfinished jobs. The advisory lock serializes concurrent creations. */
  async countOpen(tx: Transaction): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('${this.table}/' || $1::text, 0))`, [tx.tenantId]);
    const [row] = await tx.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM ${this.table} WHERE tenant_id = $1 AND status IN ('queued', 'running')`,
      [tx.tenantId],
    );
    return row?.open ?? 0;
  }

  /** Claims the next job of any tenant; undefined when none is due. */
  async claim(): Promise<Leased | undefined> {
    const leaseToken = randomUUID();
    const lease = { now: this.clock.now(), milliseconds: LEASE_MILLISECONDS };
    const [job] = await claimJobs(this.unitOfWork, this.claimFunction, lease, leaseToken);
    return job && { ...job, leaseToken };
  }

  /** Reads the job and locks it until the transaction ends. @throws LostLease when another process has claimed it */
  async hold(tx: Transaction, { id, leaseToken }: Leased): Promise<J> {
    const found = await tx
      .repository<Job>(this.entity)
      .findOne({ where: { tenantId: tx.tenantId, id, leaseToken }, lock: { mode: 'pessimistic_write' } });
    if (!found) throw new LostLease();
    return found as J;
  }

  /** Renews the lease and saves the progress. @throws LostLease when another process has claimed the job */
  async renew(leased: Leased, progress?: Partial<J>): Promise<void> {
    await this.unitOfWork.run(leased.tenantId, async (tx) => {
      await this.hold(tx, leased);
      await this.update(tx, leased, { ...progress, dueAt: this.leaseEnd() });
    });
  }

  /** Returns a locked job to the queue, after jobs of other tenants. @param pause milliseconds until the next turn */
  async release(tx: Transaction, leased: Leased, attempts: number, pause = 0): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + pause);
    await this.update(tx, leased, { leaseToken: null, dueAt, attempts });
  }

  /** Ends a locked job. The tenant's next job waits for the turns of other tenants. */
  async end(
    tx: Transaction,
    leased: Leased,
    failure: string | null,
    changes: Partial<J>,
    now = this.clock.now(),
  ): Promise<void> {
    const status = failure === null ? 'done' : 'failed';
    await this.update(tx, leased, { ...changes, status, failure, finishedAt: now, leaseToken: null });
    await tx.query(`UPDATE ${this.table} SET due_at = $2 WHERE tenant_id = $1 AND status = 'queued' AND due_at < $2`, [
      tx.tenantId,
      now,
    ]);
  }

  protected leaseEnd(): Date {
    return leaseEnd({ now: this.clock.now(), milliseconds: LEASE_MILLISECONDS });
  }

  private async update(tx: Transaction, { id }: JobRef, changes: Partial<Job>): Promise<void> {
    const values = changes as QueryDeepPartialEntity<Job>;
    await tx.repository<Job>(this.entity).update({ tenantId: tx.tenantId, id }, values);
  }
}

/** Drops the token, except for its id. */
function kept(actor: Actor): Actor {
  const { tenantId, userId, userName, role, departmentId, tokenId, abilities, permissions, requestId } = actor;
  return { tenantId, userId, userName, role, departmentId, tokenId, abilities, permissions, requestId };
}
