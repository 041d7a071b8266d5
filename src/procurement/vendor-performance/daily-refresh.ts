import { Injectable, Logger } from '@nestjs/common';
import { type CalendarDate, Clock } from '../../common/clock';
import type { TenantId, VendorId } from '../../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';
import { TenantsRepository } from '../../organisation/tenants';
import { VendorTotals } from '../vendors';
import { overallScoreOf } from './domain/scores';
import { type StoredScore, PerformanceSums } from './performance-sums.sql';

const LOOK_EVERY_MS = 10 * 60_000;
const AT_ONCE = 100;

/**
 * Recomputes the score of every vendor once per UTC day. Scores change with the date: facts older than a year no longer
 * count, and lines due yesterday are late. Worker processes share the work: each skips tenants that are done, and
 * concurrent runs for one tenant compute the same scores.
 */
@Injectable()
export class DailyRefresh {
  private readonly log = new Logger(DailyRefresh.name);
  private done: CalendarDate | undefined;
  private readonly looking: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sums: PerformanceSums,
    private readonly vendors: VendorTotals,
    private readonly tenants: TenantsRepository,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.looking = periodic.add({
      name: 'Vendor scores of the day',
      every: LOOK_EVERY_MS,
      runsAtStart: true,
      onlyInWorkers: true,
      failure: 'Vendor scores could not be refreshed',
      run: () => this.look(),
    });
  }

  /** Recomputes the scores of all tenants that are due today. @returns the number of changed scores */
  async refresh(): Promise<number> {
    const today = this.clock.today();
    const due = query('SELECT tenants_to_score($1) AS id', [today]);
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(due);
    // A random first tenant, so that concurrent processes start with different tenants.
    const first = Math.floor(Math.random() * tenants.length);
    let changed = 0;
    for (const { id } of [...tenants.slice(first), ...tenants.slice(0, first)]) {
      if (this.looking.stopped) break;
      changed += await this.refreshTenant(id, today);
    }
    return changed;
  }

  private async refreshTenant(tenantId: TenantId, today: CalendarDate): Promise<number> {
    if (!(await this.tenants.isScoringDue(tenantId, today))) return 0;
    let changed = 0;
    let vendors: StoredScore[];
    let after = 0;
    // In batches, because thousands of scores at once would block the event loop.
    do {
      vendors = await this.unitOfWork.run(tenantId, (tx) => this.sums.yearSums(tx, today, after, AT_ONCE));
      for (const { vendor_id, score, year } of vendors) {
        if (this.looking.stopped) return changed;
        if (overallScoreOf(year) === score) continue;
        changed += await this.unitOfWork.run(tenantId, (tx) => this.rescore(tx, vendor_id));
      }
      after = vendors.at(-1)?.vendor_id ?? after;
    } while (vendors.length === AT_ONCE);
    await this.tenants.noteScored(tenantId, today);
    return changed;
  }

  /** Recomputes one score under the lock on the vendor, so that a concurrent receipt is included. */
  private async rescore(tx: Transaction, vendorId: VendorId): Promise<number> {
    await this.vendors.lock(tx, vendorId);
    const sums = await this.sums.windowSums(tx, vendorId, this.clock.today());
    return this.vendors.saveScore(tx, vendorId, overallScoreOf(sums?.year));
  }

  private async look(): Promise<void> {
    const today = this.clock.today();
    if (this.done === today) return;
    const changed = await this.refresh();
    this.done = today;
    this.log.log(`Vendor scores of ${today}: ${changed} changed`);
  }
}
