import { Logger } from '@nestjs/common';
import { DomainError } from '../../../../common/errors';
import type { TenantId } from '../../../../common/records/ids';
import { Periodic } from '../../../periodic';
import type { Job } from '../../entities/job';
import type { Transaction } from '../../transaction/transaction';
import type { UnitOfWork } from '../../transaction/unit-of-work';
import { type JobKind, JobRunner } from './job-runner';
import type { JobsRepository } from './jobs.repository';
import { type RenewedLease, LostLease } from './renewed-lease';

const KIND: JobKind = {
  work: 'Copies',
  name: 'Copy',
  idName: 'copy_id',
  claimFailed: 'No copy could be claimed',
  attemptFailed: 'An attempt at a copy failed',
  mostAttempts: 3,
  firstPause: 100,
  finalCodes: ['FORBIDDEN_ABILITY'],
};

/** A job type for tests that records the end of each attempt. */
class CopyRunner extends JobRunner<Job> {
  readonly ends: unknown[] = [];

  constructor(
    attempts: number,
    private readonly work: (lease: RenewedLease<Partial<Job>>) => void,
    hold: () => void = () => undefined,
  ) {
    const leased = { tenantId: 'a tenant' as TenantId, id: 7, leaseToken: 'a token' };
    const jobs = {
      claim: () => Promise.resolve(leased),
      hold: () => Promise.resolve().then(() => (hold(), { ...leased, attempts, traceparent: null })),
      release: (_tx: Transaction, _leased: unknown, left: number, pause = 0) =>
        Promise.resolve(this.ends.push(['given back', left, pause])),
    };
    const unitOfWork = { run: (_tenant: TenantId, work: (tx: unknown) => unknown) => work({}) };
    super(
      unitOfWork as unknown as UnitOfWork,
      jobs as unknown as JobsRepository<Job>,
      KIND,
      new Periodic({ PROCESS_ROLE: 'all' }),
    );
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  protected spanOf(): { name: string } {
    return { name: 'copy' };
  }

  protected workAt(_leased: unknown, _job: Job, lease: RenewedLease<Partial<Job>>): Promise<void> {
    return Promise.resolve().then(() => this.work(lease));
  }

  protected fail(_tx: Transaction, _leased: unknown, _job: Job, code: string): Promise<void> {
    return Promise.resolve(this.ends.push(['given up', code])).then(() => undefined);
  }
}

const fail = (error: Error) => (): void => {
  throw error;
};

describe('an attempt at a job', () => {
  let warn: jest.SpyInstance;
  beforeEach(() => (warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation()));
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [1, ['given back', 1, 100]],
    [2, ['given back', 2, 200]],
    [3, ['given up', 'INTERNAL_ERROR']],
    // A successful batch resets the count to 0; the failure after it counts.
    [0, ['given back', 1, 100]],
  ])('fails attempt %i and ends with %j', async (attempts, end) => {
    const runner = new CopyRunner(attempts, fail(new Error('away')));
    await runner.turn();
    expect(runner.ends).toEqual([end]);
    expect(warn).toHaveBeenCalledWith({ err: new Error('away') }, KIND.attemptFailed);
  });

  it('fails the job at once if another attempt would end the same', async () => {
    const runner = new CopyRunner(1, fail(new DomainError('FORBIDDEN_ABILITY', { key: 'error.not_found' })));
    await runner.turn();
    expect(runner.ends).toEqual([['given up', 'FORBIDDEN_ABILITY']]);
  });

  it('does not begin after the last attempt, whose process crashed', async () => {
    const work = jest.fn();
    const runner = new CopyRunner(4, work);
    await runner.turn();
    expect(runner.ends).toEqual([['given up', 'INTERNAL_ERROR']]);
    expect(work).not.toHaveBeenCalled();
  });

  it('does not count when the process stops', async () => {
    const runner = new CopyRunner(2, (lease) => lease.require());
    await runner.stop();
    await runner.turn();
    expect(runner.ends).toEqual([['given back', 1, 0]]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('writes nothing when another process has claimed the job', async () => {
    const lost = new CopyRunner(1, fail(new LostLease()));
    const lostBeforeItsEnd = new CopyRunner(
      1,
      fail(new Error('away')),
      jest.fn().mockReturnValueOnce(undefined).mockImplementation(fail(new LostLease())),
    );
    await lost.turn();
    await lostBeforeItsEnd.turn();
    expect([lost.ends, lostBeforeItsEnd.ends]).toEqual([[], []]);
  });
});
