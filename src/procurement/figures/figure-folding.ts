import { Injectable } from '@nestjs/common';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';

const EVERY_MS = 5000;
const BATCH = 20_000;
const TENANTS = 'SELECT tenants_to_fold($1) AS id';

/**
 * A sweep folds the entries of tenants that have at least so many. Fewer cost a report a tenth of a millisecond to read,
 * while folding two or three entries of each of many tenants every few seconds costs more than the orders they come from.
 */
const ENOUGH = 200;

/** Every 60th sweep, that is every five minutes, folds the entries of all tenants, however few. */
const SWEEPS_TO_ALL = 60;

/**
 * Folds report entries into report figures every five seconds: adds them to the figures of their day, month and year and
 * deletes them, so that a report reads the same few rows however much has happened. Reports are right before and after a
 * fold, because they read figures and entries in one statement.
 */
@Injectable()
export class FigureFolding {
  private readonly folding: Repetition;
  private sweeps = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    periodic: Periodic,
  ) {
    // The figures stay right when a run fails: what is not folded yet is read beside them.
    this.folding = periodic.add({
      name: 'Report figures',
      every: EVERY_MS,
      onlyInWorkers: true,
      failure: 'Report entries could not be folded',
      run: () => this.foldAll(this.sweeps++ % SWEEPS_TO_ALL === 0 ? 1 : ENOUGH),
    });
  }

  /**
   * Folds all entries of every tenant that has at least so many.
   * @param atLeast entries of a tenant; 1 folds everything
   */
  async foldAll(atLeast = 1): Promise<void> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query(TENANTS, [atLeast]));
    for (const { id } of tenants) while (!this.folding.stopped && (await this.fold(id)));
  }

  /**
   * Folds up to {@link BATCH} entries of a tenant: the SQL function `fold_report_entries`.
   * @returns whether more entries may be left
   */
  private async fold(tenantId: TenantId): Promise<boolean> {
    const [folded] = await this.unitOfWork.run(tenantId, (tx) =>
      tx.query<{ more: boolean }>('SELECT fold_report_entries($1) AS more', [BATCH]),
    );
    return folded?.more ?? false;
  }
}
