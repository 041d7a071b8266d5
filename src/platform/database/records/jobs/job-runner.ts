import { Logger } from '@nestjs/common';
import { DomainError, toDomainError } from '../../../../common/errors';
import { Periodic, type Repetition } from '../../../periodic';
import { asJob, inTraceOf, type SpanOptions } from '../../../tracing';
import type { Job } from '../../entities/job';
import type { Transaction } from '../../transaction/transaction';
import { UnitOfWork } from '../../transaction/unit-of-work';
import type { JobsRepository, Leased } from './jobs.repository';
import { KeptLease, LostLease, Stopped } from './kept-lease';

/** Pause between two looks at the table when no job is due, milliseconds. */
const EVERY = 1000;

/** Names and limits of one kind of job. */
export interface JobKind {
  /** Its name as periodic work, in the table of `docs/reliability.md`. */
  readonly work: string;
  /** Its name in the log, and there the name of its id. */
  readonly name: string;
  readonly idName: string;
  /** The log's messages when no job could be claimed, and when an attempt failed. */
  readonly claimFailed: string;
  readonly attemptFailed: string;
  /**
   * Attempts in a row without progress after which a job is given up; and the first pause between two, which doubles, milliseconds.
   * An attempt is counted when it begins: one that its process does not survive counts, too.
   */
  readonly mostAttempts: number;
  readonly firstPause: number;
  /** Errors after which another attempt would end the same: the job is given up at once. */
  readonly finalCodes: readonly string[];
}

/** Works at the jobs of one table: each process at one at a time, in turns among tenants, under a lease. */
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

  /** Works at all jobs that are due, a turn each, until none is left or the process stops. */
  async runAll(): Promise<void> {
    while (!this.running.stopped && (await this.turn()));
  }

  /**
   * Works at one job for a turn.
   * @returns false when none is due
   */
  async turn(): Promise<boolean> {
    const leased = await this.jobs.claim();
    if (!leased) return false;
    const { name, idName } = this.kind;
    await asJob(name, { tenant: leased.tenantId, [idName]: leased.id }, () => this.attempt(leased));
    return true;
  }

  /** The span of one attempt. */
  protected abstract spanOf(job: J): SpanOptions;

  /**
   * Works at a job: for as long as a turn lasts, or to its end. Gives it back or ends it in a transaction that holds it. Whatever
   * is thrown ends the attempt.
   * @param lease asked between two steps, which it ends when the lease is lost or the process stops
   */
  protected abstract workAt(leased: Leased, job: J, lease: KeptLease<Partial<J>>): Promise<void>;

  /** Ends a held job that failed for good. */
  protected abstract giveUp(tx: Transaction, leased: Leased, job: J, code: string): Promise<void>;

  /** Removes what an attempt that did not end the job has left behind. */
  protected clear(_tx: Transaction, _leased: Leased): Promise<void> {
    return Promise.resolve();
  }

  private async attempt(leased: Leased): Promise<void> {
    const lease = new KeptLease<Partial<J>>(
      (progress) => this.jobs.renew(leased, progress),
      () => this.running.stopped,
    );
    try {
      const job = await this.begin(leased);
      if (!job) return;
      const { traceparent } = job;
      // An attempt is a trace of its own, which links to the request's.
      await inTraceOf({ traceparent, continues: false }, this.spanOf(job), () => this.workAt(leased, job, lease));
    } catch (error) {
      if (!(error instanceof LostLease)) await this.failed(leased, error);
    } finally {
      lease.end();
    }
  }

  /** @returns undefined when the job has been attempted too often, and is given up */
  private begin(leased: Leased): Promise<J | undefined> {
    return this.unitOfWork.run(leased.tenantId, async (tx) => {
      const job = await this.jobs.hold(tx, leased);
      await this.clear(tx, leased);
      if (job.attempts <= this.kind.mostAttempts) return job;
      await this.giveUp(tx, leased, job, 'INTERNAL_ERROR');
      return undefined;
    });
  }

  /** Gives the job back for another attempt, or gives it up. */
  private async failed(leased: Leased, error: unknown): Promise<void> {
    const { mostAttempts, firstPause, finalCodes, attemptFailed } = this.kind;
    const { code } = toDomainError(error);
    const isFinal = error instanceof DomainError && finalCodes.includes(code);
    if (!(error instanceof Stopped)) this.log.warn({ err: error }, attemptFailed);
    await this.unitOfWork
      .run(leased.tenantId, async (tx) => {
        const job = await this.jobs.hold(tx, leased);
        await this.clear(tx, leased);
        // None where the job advanced before the attempt failed.
        const attempts = Math.max(1, job.attempts);
        // A stop is no attempt.
        if (error instanceof Stopped) await this.jobs.giveBack(tx, leased, attempts - 1);
        else if (isFinal || attempts >= mostAttempts) await this.giveUp(tx, leased, job, code);
        else await this.jobs.giveBack(tx, leased, attempts, firstPause * 2 ** (attempts - 1));
      })
      .catch((fault: unknown) => {
        if (!(fault instanceof LostLease)) throw fault;
      });
  }
}
