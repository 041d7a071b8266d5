import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type CalendarDate, Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from '../config';
import { query, type Transaction, UnitOfWork } from '../database';
import { VendorTotals } from '../vendors';
import { overallScoreOf, performanceOf } from './performance-windows';
import { type KeptScore, PerformanceSums } from './performance-sums.sql';

const LOOK_EVERY_MS = 10 * 60_000;
const AT_ONCE = 100;

/**
 * Recomputes the score of every vendor once a UTC day, because scores change with the day alone: facts older than a year no
 * longer count, and lines due yesterday are late. Processes share the work: each skips the tenants that another has done, and
 * two that do the same tenant compute the same scores.
 */
@Injectable()
export class DailyRefresh implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(DailyRefresh.name);
  private timer: NodeJS.Timeout | undefined;
  private done: CalendarDate | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sums: PerformanceSums,
    private readonly vendors: VendorTotals,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PROCESS_ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.environment.PROCESS_ROLE === 'api') return;
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    this.look();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Recomputes the scores of all vendors of every tenant that is not done today.
   * @returns how many scores changed
   */
  async refresh(): Promise<number> {
    const today = this.clock.today();
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query('SELECT all_tenants() AS id'));
    // A random first tenant, so that processes that start together do not all begin with the same one.
    const first = Math.floor(Math.random() * tenants.length);
    let changed = 0;
    for (const { id } of [...tenants.slice(first), ...tenants.slice(0, first)]) {
      if (this.stopped) break;
      changed += await this.refreshTenant(id, today);
    }
    return changed;
  }

  private async refreshTenant(tenantId: string, today: CalendarDate): Promise<number> {
    if (!(await this.sums.isDue(tenantId, today))) return 0;
    let changed = 0;
    let vendors: KeptScore[];
    let after = 0;
    // In batches: computing thousands of scores at once would delay every request of this process.
    do {
      vendors = await this.unitOfWork.run(tenantId, (tx) => this.sums.yearSums(tx, today, after, AT_ONCE));
      for (const { vendor_id, score, year } of vendors) {
        if (this.stopped) return changed;
        if (overallScoreOf(year) === score) continue;
        changed += await this.unitOfWork.run(tenantId, (tx) => this.rescore(tx, vendor_id, today));
      }
      after = vendors.at(-1)?.vendor_id ?? after;
    } while (vendors.length === AT_ONCE);
    await this.sums.markDone(tenantId, today);
    return changed;
  }

  /** Recomputes one score under the vendor's lock, so that a receipt posted at the same time is not lost. */
  private async rescore(tx: Transaction, vendorId: number, today: CalendarDate): Promise<number> {
    await this.vendors.lock(tx, vendorId);
    const sums = await this.sums.windowSums(tx, vendorId, today);
    return this.vendors.keepScores(tx, [{ vendorId, score: performanceOf(sums, this.clock.now()).overallScore }]);
  }

  private look(): void {
    const today = this.clock.today();
    if (this.done === today) return;
    this.done = today;
    this.running = this.refresh().then(
      (changed) => this.log.log(`Vendor scores of ${today}: ${changed} changed`),
      (error: unknown) => {
        this.done = undefined;
        this.log.error({ err: error }, 'Vendor scores could not be refreshed');
      },
    );
  }
}
