import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { isTenantShut, query, UnitOfWork } from '../../database';
import { Periodic, type Repetition } from '../../periodic';
import { KEPT_DAYS } from '../domain/import';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Rows deleted by one statement, so that no lock is held for long. */
const BATCH = 1_000;

const PRUNE_ERRORS = `
  DELETE FROM import_errors WHERE tenant_id = $1 AND id IN (
    SELECT e.id FROM import_errors e JOIN imports i ON i.tenant_id = e.tenant_id AND i.id = e.import_id
     WHERE e.tenant_id = $1 AND i.finished_at < $2 LIMIT ${BATCH})
  RETURNING id`;

const PRUNE_IMPORTS = `
  DELETE FROM imports WHERE tenant_id = $1 AND id IN (
    SELECT id FROM imports WHERE tenant_id = $1 AND finished_at < $2 LIMIT ${BATCH})
  RETURNING id`;

/** Removes once an hour the imports that ended more than {@link KEPT_DAYS} days ago, and what was wrong with their rows. */
@Injectable()
export class ImportPruning {
  private readonly pruning: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    periodic: Periodic,
  ) {
    this.pruning = periodic.add({
      name: 'Old imports',
      every: HOUR,
      onlyInWorkers: true,
      failure: 'Old imports could not be removed',
      run: () => this.prune(),
    });
  }

  /**
   * Prunes every tenant, until the process stops.
   * @throws AggregateError, after the other tenants, of those that could not be pruned
   */
  async prune(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY);
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query('SELECT all_tenants() AS id'));
    const faults: unknown[] = [];
    for (const { id } of tenants) {
      try {
        for (const statement of [PRUNE_ERRORS, PRUNE_IMPORTS]) await this.inBatches(id, statement, before);
      } catch (error) {
        // A sandbox that is being reset has its turn in an hour.
        if (!isTenantShut(error)) faults.push(error);
      }
    }
    if (faults.length > 0)
      throw new AggregateError(faults, `Old imports of ${faults.length} tenants could not be removed`);
  }

  private async inBatches(tenantId: TenantId, statement: string, before: Date): Promise<void> {
    while (!this.pruning.stopped) {
      const gone = await this.unitOfWork.run(tenantId, (tx) => tx.query(statement, [tenantId, before]));
      if (gone.length < BATCH) return;
    }
  }
}
