import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { TenantId } from '../../common/records/ids';
import { deleteOldRows, forEachTenant, query, UnitOfWork } from '../../database';
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
   * Prunes every tenant that has an old import and is under no legal hold, until the process stops.
   * @throws AggregateError, after the other tenants, of those that could not be pruned
   */
  async prune(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY);
    const old = { before, most: BATCH, isStopped: () => this.pruning.stopped };
    const prune = async (id: TenantId): Promise<void> => {
      for (const statement of [PRUNE_ERRORS, PRUNE_IMPORTS]) {
        await deleteOldRows(this.unitOfWork, id, { statement, ...old });
      }
    };
    const tenants = query('SELECT tenants_to_prune_imports($1) AS id', [before]);
    await forEachTenant(this.unitOfWork, tenants, old.isStopped, prune);
  }
}
