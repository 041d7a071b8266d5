import { Injectable, Module } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { query, UnitOfWork } from '../database';
import { gauge } from '../metrics';
import { Periodic } from '../periodic';

/** Data that `budget:verify`, `report:verify` and `audit:verify` check for all tenants. */
export type Verified = 'budgets' | 'reports' | 'audit';

const KEEP = `
  INSERT INTO verification_results (verified, faults, ended_at) VALUES ($1, $2, $3)
  ON CONFLICT (verified) DO UPDATE SET faults = excluded.faults, ended_at = excluded.ended_at`;

/** Results of the last verification of all tenants. Commands write them; workers export them as metrics. */
@Injectable()
export class VerificationResults {
  private readonly ended = gauge(
    'verification_last_run_timestamp_seconds',
    'When the last verification of all tenants ended, in Unix time',
    ['check'],
    'max',
  );
  private readonly faults = gauge(
    'verification_faults',
    'What the last verification of all tenants found; 0 is right',
    ['check'],
    'max',
  );

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Stores the result of a verification of all tenants, replacing the previous one. */
  async keep(verified: Verified, faults: number): Promise<void> {
    await this.unitOfWork.unscoped(query(KEEP, [verified, faults, this.clock.now()]));
  }

  /** Updates the metrics from the stored results. */
  async show(): Promise<void> {
    const results = await this.unitOfWork.unscoped<{ verified: Verified; faults: number; ended_at: Date }>(
      query('SELECT verified, faults, ended_at FROM verification_results'),
    );
    this.ended.reset();
    this.faults.reset();
    for (const { verified, faults, ended_at } of results) {
      this.ended.set({ check: verified }, ended_at.getTime() / 1000);
      this.faults.set({ check: verified }, faults);
    }
  }
}

const EVERY_MS = 10_000;

/** The maximum number of rows counted per kind. */
const AT_MOST = 100_000;

const WAITING = 'SELECT kind, waiting, oldest_at FROM work_waiting($1, $2)';

interface Waiting {
  readonly kind: 'mail_due' | 'mail_scheduled' | 'import' | 'export';
  readonly waiting: number;
  readonly oldest_at: Date | null;
}

/** Measures the backlog of the workers. Every process measures the same, so the metrics use the maximum. */
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
      failure: 'The backlog could not be measured; metrics show the previous values',
      run: () => this.measure(),
    });
  }

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

@Module({ providers: [Backlogs, VerificationResults] })
export class MonitoringModule {}
