import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config';
import { query, UnitOfWork } from '../database';

const EVERY_MS = 5000;
const BATCH = 20_000;
const TENANTS = 'SELECT tenants_to_fold($1) AS id';

/**
 * A tenant's entries are folded when there are as many as that: a report reads them in a tenth of a millisecond, and a
 * fold of two or three, every few seconds for each of many tenants, takes more than the orders that they come from.
 */
const ENOUGH = 200;

/** Every so many sweeps, five minutes, the few entries of all others are folded too. */
const SWEEPS_TO_ALL = 60;

/**
 * Folds what changes have appended into the figures of days, months and years, so that a report reads the same few rows
 * however much has happened. Reports are right before and after: they read the figures and what is not folded yet in
 * one statement.
 */
@Injectable()
export class FigureFolding implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(FigureFolding.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;
  private sweeps = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'PROCESS_ROLE'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.environment.PROCESS_ROLE === 'api') return;
    this.timer = setInterval(() => this.sweep(), EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Folds all that waits, of every tenant that has so many entries. */
  async foldAll(atLeast = 1): Promise<void> {
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query(TENANTS, [atLeast]));
    for (const { id } of tenants) while (!this.stopped && (await this.fold(id)));
  }

  private sweep(): void {
    this.running ??= this.foldAll(this.sweeps++ % SWEEPS_TO_ALL === 0 ? 1 : ENOUGH)
      .catch((error: unknown) => {
        // The figures stay right without us; the next sweep tries again.
        if (!this.stopped) this.log.warn({ err: error }, 'Report entries could not be folded');
      })
      .finally(() => (this.running = undefined));
  }

  /** Folds one batch of a tenant's entries; see the function. Answers whether more may wait. */
  private async fold(tenantId: string): Promise<boolean> {
    const [folded] = await this.unitOfWork.run(tenantId, (tx) =>
      tx.query<{ more: boolean }>('SELECT fold_report_entries($1) AS more', [BATCH]),
    );
    return folded?.more ?? false;
  }
}
