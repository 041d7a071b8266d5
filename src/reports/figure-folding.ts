import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config';
import { query, UnitOfWork } from '../database';

const EVERY_MS = 5000;
const BATCH = 20_000;
/** Any constant of our own, beside the tenant: folds of one tenant take turns. */
const FOLD_LOCK = 7_305_501_221;

/**
 * Folds what changes have appended into the figures of days and months, so that a report reads the same few rows
 * however much has happened. Reports are right before and after: they read the figures and what is not folded yet in
 * one statement.
 */
@Injectable()
export class FigureFolding implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(FigureFolding.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = false;

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

  /** Folds all that waits, of every tenant. */
  async foldAll(): Promise<void> {
    const tenants = await this.unitOfWork.unscoped<{ id: string }>(query('SELECT tenants_with_report_entries() AS id'));
    for (const { id } of tenants) while (!this.stopped && (await this.fold(id)) === BATCH);
  }

  private sweep(): void {
    this.running ??= this.foldAll()
      .catch((error: unknown) => {
        // The figures stay right without us; the next sweep tries again.
        if (!this.stopped) this.log.warn({ err: error }, 'Report entries could not be folded');
      })
      .finally(() => (this.running = undefined));
  }

  /** Folds one batch of a tenant's entries. Answers how many, 0 while another fold of the tenant is at work. */
  private async fold(tenantId: string): Promise<number> {
    return this.unitOfWork.run(tenantId, async (tx) => {
      const [lock] = await tx.query<{ held: boolean }>(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, $2)) AS held',
        [tenantId, FOLD_LOCK],
      );
      if (!lock?.held) return 0;
      const [folded] = await tx.query<{ entries: number }>(FOLD, [tenantId, BATCH]);
      return folded?.entries ?? 0;
    });
  }
}

const FOLD = `
WITH taken AS (
  DELETE FROM report_entries e
   USING (SELECT id FROM report_entries WHERE tenant_id = $1 ORDER BY id LIMIT $2) next
   WHERE e.tenant_id = $1 AND e.id = next.id
  RETURNING e.measure, e.key, e.day, e.currency, e.count, e.amount
), folded AS (
  INSERT INTO report_figures AS f (tenant_id, measure, grain, day, key, currency, count, amount)
  SELECT $1, t.measure, g.grain, date_trunc(g.grain, t.day::timestamp)::date AS start, t.key, t.currency,
         sum(t.count), sum(t.amount)
    FROM taken t CROSS JOIN (VALUES ('day'), ('month')) AS g (grain)
   GROUP BY t.measure, g.grain, start, t.key, t.currency
  ON CONFLICT (tenant_id, measure, grain, day, key, currency)
  DO UPDATE SET count = f.count + EXCLUDED.count, amount = f.amount + EXCLUDED.amount
)
SELECT count(*) AS entries FROM taken`;
