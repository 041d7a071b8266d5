import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import type { TenantId } from '../../../common/records/ids';
import { deleteOldRows, forEachTenant, query, UnitOfWork } from '../../../platform/database';
import { Periodic, type Repetition } from '../../../platform/periodic';
import { StoredFiles } from '../../../procurement/documents';
import { FILE_KEPT_DAYS, KEPT_DAYS } from '../domain/import';
import { ImportsRepository } from '../imports.repository';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Files per transaction. */
const FILES = 100;

/** Rows deleted per statement, so that locks are short. */
const BATCH = 1_000;

const PRUNE_ERRORS = `
  DELETE FROM import_errors WHERE tenant_id = $1 AND id IN (
    SELECT e.id FROM import_errors e JOIN imports i ON i.tenant_id = e.tenant_id AND i.id = e.import_id
     WHERE e.tenant_id = $1 AND i.finished_at < $2 LIMIT ${BATCH})
  RETURNING id`;

const PRUNE_IMPORTS = `
  DELETE FROM imports WHERE tenant_id = $1 AND id IN (
    SELECT id FROM imports WHERE tenant_id = $1 AND finished_at < $2 AND object_id IS NULL LIMIT ${BATCH})
  RETURNING id`;

/** Runs once an hour: deletes old files after {@link FILE_KEPT_DAYS} days and imports after {@link KEPT_DAYS} days. */
@Injectable()
export class ImportPruning {
  private readonly pruning: Repetition;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly imports: ImportsRepository,
    private readonly files: StoredFiles,
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

  /** @throws AggregateError at the end, with the errors of tenants that could not be pruned */
  async prune(): Promise<void> {
    const daysAgo = (days: number): Date => new Date(this.clock.now().getTime() - days * DAY);
    const filesBefore = daysAgo(FILE_KEPT_DAYS);
    const old = { before: daysAgo(KEPT_DAYS), most: BATCH, isStopped: () => this.pruning.stopped };
    const prune = async (id: TenantId): Promise<void> => {
      await this.releaseFiles(id, filesBefore);
      for (const statement of [PRUNE_ERRORS, PRUNE_IMPORTS]) {
        await deleteOldRows(this.unitOfWork, id, { statement, ...old });
      }
    };
    const tenants = query('SELECT tenants_to_prune_imports($1) AS id', [filesBefore]);
    await forEachTenant(this.unitOfWork, tenants, old.isStopped, prune);
  }

  private async releaseFiles(tenantId: TenantId, before: Date): Promise<void> {
    for (let released = FILES; released === FILES && !this.pruning.stopped;) {
      released = await this.unitOfWork.run(tenantId, async (tx) => {
        const objects = await this.imports.removeFiles(tx, before, FILES);
        for (const object of objects) await this.files.release(tx, object);
        return objects.length;
      });
    }
  }
}
