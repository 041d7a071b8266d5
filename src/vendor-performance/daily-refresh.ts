import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type CalendarDate, Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from '../config';
import { query, type Transaction, UnitOfWork } from '../database';
import { performanceOf } from './performance-windows';
import { VendorPerformanceRepository } from './vendor-performance.repository';

const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Scores change by the day alone: what is a year old no longer counts, what was due yesterday is late. Once a UTC day,
 * and once after start, every vendor's score is computed anew. Instances may do it side by side; it comes out the same.
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
    private readonly performance: VendorPerformanceRepository,
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

  /** Computes the scores of all vendors anew. Answers how many changed. */
  async refresh(): Promise<number> {
    const today = this.clock.today();
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query('SELECT all_tenants() AS id'));
    let changed = 0;
    for (const { id } of tenants) {
      const stale = this.stopped ? [] : await this.stale(id, today);
      for (const vendorId of stale) {
        if (this.stopped) return changed;
        changed += await this.unitOfWork.run(id, (tx) => this.rescore(tx, vendorId, today));
      }
    }
    return changed;
  }

  /** Vendors whose score is another than the one kept. */
  private async stale(tenantId: string, today: CalendarDate): Promise<number[]> {
    const rows = await this.unitOfWork.run(tenantId, (tx) => this.performance.allWindowSums(tx, today));
    return rows
      .filter((row) => performanceOf(row, this.clock.now()).overallScore !== row.score)
      .map((row) => row.vendor_id);
  }

  /** Under the vendor's lock: what a receipt of this very moment changes is not overwritten. */
  private async rescore(tx: Transaction, vendorId: number, today: CalendarDate): Promise<number> {
    await this.performance.lock(tx, vendorId);
    const sums = await this.performance.windowSums(tx, vendorId, today);
    return this.performance.score(tx, [{ vendorId, score: performanceOf(sums, this.clock.now()).overallScore }]);
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
