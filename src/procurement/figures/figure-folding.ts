import { Injectable } from '@nestjs/common';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../platform/database';
import { Periodic, type Repetition } from '../../platform/periodic';

const EVERY_MS = 5000;
const BATCH = 20_000;
const TENANTS = 'SELECT tenants_to_fold($1) AS id';

/**
 * Minimum number of entries for a tenant to be folded. Fewer entries cost a report 0.1 ms. Folding two or three entries
 * of many tenants every few seconds would cost more than the orders that caused them.
 */
const ENOUGH = 200;

/** Every 60th sweep (five minutes) folds the entries of all tenants. */
const SWEEPS_TO_ALL = 60;

/**
 * Folds report entries every five seconds: adds them to the figures of their day, month and year and deletes them. A
 * report then reads a small, constant number of rows. Reports are correct before and after a fold, because one
 * statement reads figures and entries.
 */
@Injectable()
export class FigureFolding {
  private readonly folding: Repetition;
  private sweeps = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    periodic: Periodic,
  ) {
    // A failed run changes no figure: reports also read entries that are not folded.
    this.folding = periodic.add({
      name: 'Report figures',
      every: EVERY_MS,
      onlyInWorkers: true,
      failure: 'Report entries could not be folded',
      run: () => this.foldAll(this.sweeps++ % SWEEPS_TO_ALL === 0 ? 1 : ENOUGH),
    });
  }

  /** @param atLeast minimum number of entries of a tenant; 1 folds everything */
  async foldAll(atLeast = 1): Promise<void> {
    const tenants = await this.unitOfWork.unscoped<{ id: TenantId }>(query(TENANTS, [atLeast]));
    for (const { id } of tenants) while (!this.folding.stopped && (await this.fold(id)));
  }

  /** @returns whether the tenant may have more entries to fold */
  private async fold(tenantId: TenantId): Promise<boolean> {
    const [folded] = await this.unitOfWork.run(tenantId, (tx) =>
      tx.query<{ more: boolean }>('SELECT fold_report_entries($1) AS more', [BATCH]),
    );
    return folded?.more ?? false;
  }
}
