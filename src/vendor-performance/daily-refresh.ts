import { Injectable, Logger } from '@nestjs/common';
import { type CalendarDate, Clock } from '../common/clock';
import type { TenantId, VendorId } from '../common/records/ids';
import { query, type Transaction, UnitOfWork } from '../database';
import { Periodic, type Repetition } from '../periodic';
import { overallScoreOf, performanceOf } from './performance-windows';
import { type KeptScore, VendorPerformanceRepository } from './vendor-performance.repository';

const LOOK_EVERY_MS = 10 * 60_000;
const AT_ONCE = 100;

const DUE = 'SELECT coalesce(scores_as_of < $2::date, true) AS due FROM tenants WHERE id = $1';
const DONE = 'UPDATE tenants SET scores_as_of = $2::date WHERE id = $1';

/**
 * Scores change by the day alone: what is a year old no longer counts, what was due yesterday is late. Once a UTC day
 * every vendor's score is computed anew. Processes share the work: each leaves the tenants that another has done, and two
 * that do the same one come to the same scores.
 */
@Injectable()
export class DailyRefresh {
  private readonly log = new Logger(DailyRefresh.name);
  private done: CalendarDate | undefined;
  private readonly looking: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly performance: VendorPerformanceRepository,
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

  /** Computes the scores of all vendors anew, of tenants that nobody has done today. Answers how many changed. */
  async refresh(): Promise<number> {
    const today = this.clock.today();
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    // Processes that begin at once do not all begin with the same tenant.
    const first = Math.floor(Math.random() * tenants.length);
    let changed = 0;
    for (const { id } of [...tenants.slice(first), ...tenants.slice(0, first)]) {
      if (this.looking.stopped) break;
      changed += await this.refreshTenant(id, today);
    }
    return changed;
  }

  private async refreshTenant(tenantId: TenantId, today: CalendarDate): Promise<number> {
    const [[tenant]] = await this.unitOfWork.read<[{ due: boolean }]>(tenantId, query(DUE, [tenantId, today]));
    if (!tenant?.due) return 0;
    let changed = 0;
    let vendors: KeptScore[];
    let after = 0;
    // A few at a time: thousands of scores in one piece would hold up every request of this process.
    do {
      vendors = await this.unitOfWork.run(tenantId, (tx) => this.performance.yearSums(tx, today, after, AT_ONCE));
      for (const { vendor_id, score, year } of vendors) {
        if (this.looking.stopped) return changed;
        if (overallScoreOf(year) === score) continue;
        changed += await this.unitOfWork.run(tenantId, (tx) => this.rescore(tx, vendor_id, today));
      }
      after = vendors.at(-1)?.vendor_id ?? after;
    } while (vendors.length === AT_ONCE);
    await this.unitOfWork.write(tenantId, query(DONE, [tenantId, today]));
    return changed;
  }

  /** Under the vendor's lock: what a receipt of this very moment changes is not overwritten. */
  private async rescore(tx: Transaction, vendorId: VendorId, today: CalendarDate): Promise<number> {
    await this.performance.lock(tx, vendorId);
    const sums = await this.performance.windowSums(tx, vendorId, today);
    return this.performance.score(tx, [{ vendorId, score: performanceOf(sums, this.clock.now()).overallScore }]);
  }

  private async look(): Promise<void> {
    const today = this.clock.today();
    if (this.done === today) return;
    const changed = await this.refresh();
    this.done = today;
    this.log.log(`Vendor scores of ${today}: ${changed} changed`);
  }
}
