import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { query, UnitOfWork } from '../database';
import { gauge } from '../metrics';

/** What is verified of all tenants: `budget:verify`, `report:verify` and `audit:verify`. */
export type Verified = 'budgets' | 'reports' | 'audit';

interface Result {
  readonly verified: Verified;
  readonly faults: number;
  readonly ended_at: Date;
}

const KEEP = `
  INSERT INTO verification_results (verified, faults, ended_at) VALUES ($1, $2, $3)
  ON CONFLICT (verified) DO UPDATE SET faults = excluded.faults, ended_at = excluded.ended_at`;

/** What the last verifications of all tenants found: written by the commands, shown by workers. */
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

  /** Keeps what a verification of all tenants has found, in the place of what the one before did. */
  async keep(verified: Verified, faults: number): Promise<void> {
    await this.unitOfWork.unscoped(query(KEEP, [verified, faults, this.clock.now()]));
  }

  /** Brings the metrics up to what is kept: what is kept no more has no series. */
  async show(): Promise<void> {
    const results = await this.unitOfWork.unscoped<Result>(
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
