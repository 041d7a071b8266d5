import { Injectable, Module } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { query, UnitOfWork } from '../database';
import { gauge } from '../metrics';
import { Periodic } from '../periodic';
import { VerificationResults } from './verification-results';

const EVERY_MS = 10_000;

/** Rows of each kind that are looked at, at most. */
const AT_MOST = 100_000;

const WAITING = 'SELECT kind, waiting, oldest_at FROM work_waiting($1, $2)';

type Kind = 'mail_due' | 'mail_scheduled' | 'import' | 'export';

interface Waiting {
  readonly kind: Kind;
  readonly waiting: number;
  readonly oldest_at: Date | null;
}

/** Measures how much waits for workers, for metrics. Every process sees the same, so that the value of several is the largest. */
@Injectable()
export class Backlogs {
  private readonly mail = gauge('mail_waiting', 'Mails that are not sent', ['state'], 'max');
  private readonly oldestMail = gauge(
    'mail_oldest_due_seconds',
    'How long the oldest due mail has been due',
    [],
    'max',
  );
  private readonly jobs = gauge('jobs_waiting', 'Imports and exports that are queued', ['kind'], 'max');
  private readonly oldestJob = gauge(
    'jobs_oldest_waiting_seconds',
    'How long the oldest import or export has been queued',
    ['kind'],
    'max',
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly verifications: VerificationResults,
    periodic: Periodic,
  ) {
    periodic.add({
      name: 'Backlogs for metrics',
      every: EVERY_MS,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'What waits could not be measured; metrics show it as it was',
      run: () => this.measure(),
    });
  }

  /** Brings the metrics up to the database. */
  async measure(): Promise<void> {
    const now = this.clock.now();
    for (const row of await this.unitOfWork.unscoped<Waiting>(query(WAITING, [now, AT_MOST]))) this.show(row, now);
    await this.verifications.show();
  }

  private show({ kind, waiting, oldest_at }: Waiting, now: Date): void {
    const seconds = oldest_at ? Math.max(0, (now.getTime() - oldest_at.getTime()) / 1000) : 0;
    if (kind === 'mail_scheduled') this.mail.set({ state: 'scheduled' }, waiting);
    else if (kind === 'mail_due') {
      this.mail.set({ state: 'due' }, waiting);
      this.oldestMail.set(seconds);
    } else {
      this.jobs.set({ kind }, waiting);
      this.oldestJob.set({ kind }, seconds);
    }
  }
}

/** Measures what waits for workers, and keeps what verifications found. */
@Module({ providers: [Backlogs, VerificationResults] })
export class MonitoringModule {}
