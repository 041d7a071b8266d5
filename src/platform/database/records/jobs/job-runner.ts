import { Logger } from '@nestjs/common';
import { DomainError, toDomainError } from '../../../../common/errors';
import { Periodic, type Repetition } from '../../../periodic';
import { asJob, inTraceOf, type SpanOptions } from '../../../tracing';
import type { Job } from '../../entities/job';
import type { Transaction } from '../../transaction/transaction';
import { UnitOfWork } from '../../transaction/unit-of-work';
import type { JobsRepository, Leased } from './jobs.repository';
import { RenewedLease, LostLease, Stopped } from './renewed-lease';

/** The polling interval in milliseconds. */
const EVERY = 1000;

export interface JobKind {
  /** The name of the periodic work in the table of `docs/reliability.md`. */
  readonly work: string;
  /** The names of the job and of its id in log lines. */
  readonly name: string;
  readonly idName: string;
  readonly claimFailed: string;
  readonly attemptFailed: string;
  /** Attempts without progress, crashed ones included, and the first pause in milliseconds, which doubles. */
  readonly mostAttempts: number;
  readonly firstPause: number;
  /** Errors after which no further attempt is made. */
  readonly finalCodes: readonly string[];
}

/** Executes the jobs of one table under leases. Each process executes one at a time; tenants take turns. */
export abstract class JobRunner<J extends Job> {
  protected readonly running: Repetition;
  private readonly log = new Logger(this.constructor.name);

  protected constructor(
    protected readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobsRepository<J>,
    private readonly kind: JobKind,
    periodic: Periodic,
  ) {
    this.running = periodic.add({
      name: kind.work,
      every: EVERY,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: kind.claimFailed,
      run: () => this.runAll(),
    });
  }

  async runAll(): Promise<void> {
    while (!this.running.stopped && (await this.turn()));
  }

  /** Executes one turn of one job. @returns false when none is due */
  async turn(): Promise<boolean> {
    const leased = await this.jobs.claim();
    if (!leased) return false;
    const { name, idName } = this.kind;
    await asJob(name, { tenant: leased.tenantId, [idName]: leased.id }, () => this.attempt(leased));
    return true;
  }

  protected abstract spanOf(job: J): SpanOptions;

  /**
   * Executes a job for one turn or to its end, then returns it to the queue or ends it in a transaction that locks it.
   * An error ends the attempt.
   * @param lease must be checked between two steps: it throws when the lease is lost or the process stops
   */
  protected abstract workAt(leased: Leased, job: J, lease: RenewedLease<Partial<J>>): Promise<void>;

  protected abstract fail(tx: Transaction, leased: Leased, job: J, code: string): Promise<void>;

  /** Removes partial results of an attempt that did not end the job. */
  protected clear(_tx: Transaction, _leased: Leased): Promise<void> {
    return Promise.resolve();
  }

  private async attempt(leased: Leased): Promise<void> {
    const lease = new RenewedLease<Partial<J>>(
      (progress) => this.jobs.renew(leased, progress),
      () => this.running.stopped,
    );
    try {
      const job = await this.begin(leased);
      if (!job) return;
      const { traceparent } = job;
      // Each attempt is a new trace with a link to the request's trace.
      await inTraceOf({ traceparent, continues: false }, this.spanOf(job), () => this.workAt(leased, job, lease));
    } catch (error) {
      if (!(error instanceof LostLease)) await this.failed(leased, error);
    } finally {
      lease.end();
    }
  }

  /** @returns undefined when the job had too many attempts and has been failed */
  private begin(leased: Leased): Promise<J | undefined> {
    return this.unitOfWork.run(leased.tenantId, async (tx) => {
      const job = await this.jobs.hold(tx, leased);
      await this.clear(tx, leased);
      if (job.attempts <= this.kind.mostAttempts) return job;
      await this.fail(tx, leased, job, 'INTERNAL_ERROR');
      return undefined;
    });
  }

  private async failed(leased: Leased, error: unknown): Promise<void> {
    const { mostAttempts, firstPause, finalCodes, attemptFailed } = this.kind;
    const { code } = toDomainError(error);
    const isFinal = error instanceof DomainError && finalCodes.includes(code);
    if (!(error instanceof Stopped)) this.log.warn({ err: error }, attemptFailed);
    await this.unitOfWork
      .run(leased.tenantId, async (tx) => {
        const job = await this.jobs.hold(tx, leased);
        await this.clear(tx, leased);
        // The count is 0 if the job advanced before the attempt failed.
        const attempts = Math.max(1, job.attempts);
        // A stop does not count as an attempt.
        if (error instanceof Stopped) await this.jobs.release(tx, leased, attempts - 1);
        else if (isFinal || attempts >= mostAttempts) await this.fail(tx, leased, job, code);
        else await this.jobs.release(tx, leased, attempts, firstPause * 2 ** (attempts - 1));
      })
      .catch((fault: unknown) => {
        if (!(fault instanceof LostLease)) throw fault;
      });
  }
}
